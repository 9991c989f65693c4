// Inverse of a symmetric positive definite matrix, stored by rows.

import { ArmisticeError } from "../errors.ts"

/** Inverts `matrix` (size × size) in place by Cholesky's method, and returns the logarithm of its determinant. */
export function invertSymmetric(matrix: Float64Array, size: number): number {
  let logDeterminant = 0
  for (let j = 0; j < size; j++) {
    const row = j * size
    let square = matrix[row + j]
    for (let k = 0; k < j; k++) square -= matrix[row + k] * matrix[row + k]
    if (!(square > 1e-300)) throw new ArmisticeError("invalid_state", "a matrix must be positive definite")
    const root = Math.sqrt(square)
    logDeterminant += 2 * Math.log(root)
    matrix[row + j] = root
    for (let i = j + 1; i < size; i++) {
      const other = i * size
      let sum = matrix[other + j]
      for (let k = 0; k < j; k++) sum -= matrix[other + k] * matrix[row + k]
      matrix[other + j] = sum / root
    }
  }
  invertLower(matrix, size)
  multiplyTransposed(matrix, size)
  return logDeterminant
}

/** Replaces the lower triangle L by its inverse. */
function invertLower(matrix: Float64Array, size: number): void {
  for (let j = 0; j < size; j++) {
    matrix[j * size + j] = 1 / matrix[j * size + j]
    for (let i = j + 1; i < size; i++) {
      let sum = 0
      for (let k = j; k < i; k++) sum += matrix[i * size + k] * matrix[k * size + j]
      matrix[i * size + j] = -sum / matrix[i * size + i]
    }
  }
}

/** Replaces the lower triangle M by M'M, in full. */
function multiplyTransposed(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let k = i; k < size; k++) sum += matrix[k * size + i] * matrix[k * size + j]
      matrix[j * size + i] = sum
    }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) matrix[i * size + j] = matrix[j * size + i]
}

/** The product of a symmetric matrix and a vector, four rows at a time so that their sums do not wait for each other. */
export function multiplySymmetric(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length
  const product = new Float64Array(size)
  let row = 0
  for (; row + 3 < size; row += 4) {
    const [first, second, third, fourth] = [row * size, (row + 1) * size, (row + 2) * size, (row + 3) * size]
    let [one, two, three, four] = [0, 0, 0, 0]
    for (let at = 0; at < size; at++) {
      const value = vector[at]
      one += matrix[first + at] * value
      two += matrix[second + at] * value
      three += matrix[third + at] * value
      four += matrix[fourth + at] * value
    }
    product[row] = one
    product[row + 1] = two
    product[row + 2] = three
    product[row + 3] = four
  }
  for (; row < size; row++) {
    let sum = 0
    for (let at = 0; at < size; at++) sum += matrix[row * size + at] * vector[at]
    product[row] = sum
  }
  return product
}

/** The product of two vectors. */
export function dot(one: Float64Array, two: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at] * two[at]
  return sum
}
