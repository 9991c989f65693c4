// Symmetric positive definite matrices, stored by rows: inverses, products and squares. Inner loops
// work on four sums at a time, so that none waits for the addition before it.

import { ArmisticeError } from "../errors.ts"

/**
 * Inverts `matrix` (size × size; its lower half is read) in place by Cholesky's method, and returns
 * the logarithm of its determinant.
 */
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
    reduceColumn(matrix, size, j, root)
  }
  invertLower(matrix, size)
  multiplyTransposed(matrix, size)
  return logDeterminant
}

/** Column j of the Cholesky factor, below its root. */
function reduceColumn(matrix: Float64Array, size: number, j: number, root: number): void {
  const row = j * size
  let i = j + 1
  for (; i + 3 < size; i += 4) {
    const first = i * size
    const second = first + size
    const third = second + size
    const fourth = third + size
    let one = matrix[first + j]
    let two = matrix[second + j]
    let three = matrix[third + j]
    let four = matrix[fourth + j]
    for (let k = 0; k < j; k++) {
      const value = matrix[row + k]
      one -= matrix[first + k] * value
      two -= matrix[second + k] * value
      three -= matrix[third + k] * value
      four -= matrix[fourth + k] * value
    }
    matrix[first + j] = one / root
    matrix[second + j] = two / root
    matrix[third + j] = three / root
    matrix[fourth + j] = four / root
  }
  for (; i < size; i++) {
    const other = i * size
    let sum = matrix[other + j]
    for (let k = 0; k < j; k++) sum -= matrix[other + k] * matrix[row + k]
    matrix[other + j] = sum / root
  }
}

/** Replaces the lower triangle L by its inverse, row by row. */
function invertLower(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    const row = i * size
    const root = matrix[row + i]
    let j = 0
    // The first row that each of the four columns has is one lower than that of the column before.
    for (; j + 3 < i; j += 4) {
      const [first, second, third] = [j * size + j, (j + 1) * size + j, (j + 2) * size + j]
      const value = matrix[row + j + 1]
      const next = matrix[row + j + 2]
      let one = matrix[row + j] * matrix[first] + value * matrix[second] + next * matrix[third]
      let two = value * matrix[second + 1] + next * matrix[third + 1]
      let three = next * matrix[third + 2]
      let four = 0
      for (let k = j + 3, other = k * size + j; k < i; k++, other += size) {
        const factor = matrix[row + k]
        one += factor * matrix[other]
        two += factor * matrix[other + 1]
        three += factor * matrix[other + 2]
        four += factor * matrix[other + 3]
      }
      matrix[row + j] = -one / root
      matrix[row + j + 1] = -two / root
      matrix[row + j + 2] = -three / root
      matrix[row + j + 3] = -four / root
    }
    for (; j < i; j++) {
      let sum = 0
      for (let k = j; k < i; k++) sum += matrix[row + k] * matrix[k * size + j]
      matrix[row + j] = -sum / root
    }
    matrix[row + i] = 1 / root
  }
}

/** Replaces the lower triangle M by M'M, in full. */
function multiplyTransposed(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    let j = 0
    for (; j + 3 <= i; j += 4) {
      let [one, two, three, four] = [0, 0, 0, 0]
      for (let k = i, row = i * size; k < size; k++, row += size) {
        const factor = matrix[row + i]
        one += factor * matrix[row + j]
        two += factor * matrix[row + j + 1]
        three += factor * matrix[row + j + 2]
        four += factor * matrix[row + j + 3]
      }
      matrix[j * size + i] = one
      matrix[(j + 1) * size + i] = two
      matrix[(j + 2) * size + i] = three
      matrix[(j + 3) * size + i] = four
    }
    for (; j <= i; j++) {
      let sum = 0
      for (let k = i; k < size; k++) sum += matrix[k * size + i] * matrix[k * size + j]
      matrix[j * size + i] = sum
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) matrix[i * size + j] = matrix[j * size + i]
}

/**
 * The product of a symmetric matrix and a vector, written into `product`, which may not be the
 * vector.
 */
export function multiplySymmetric(
  matrix: Float64Array,
  vector: Float64Array,
  product: Float64Array = new Float64Array(vector.length),
): Float64Array {
  const size = vector.length
  let row = 0
  for (; row + 3 < size; row += 4) {
    const first = row * size
    const second = first + size
    const third = second + size
    const fourth = third + size
    let one = 0
    let two = 0
    let three = 0
    let four = 0
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

/**
 * The product v'Mv of a symmetric matrix and the vector that begins at `from`, by the lower half of
 * the matrix.
 */
export function squareSymmetric(matrix: Float64Array, vectors: Float64Array, size: number, from = 0): number {
  let total = 0
  let row = 0
  for (; row + 3 < size; row += 4) {
    const first = row * size
    const second = first + size
    const third = second + size
    const fourth = third + size
    let one = 0
    let two = 0
    let three = 0
    let four = 0
    for (let at = 0; at < row; at++) {
      const value = vectors[from + at]
      one += matrix[first + at] * value
      two += matrix[second + at] * value
      three += matrix[third + at] * value
      four += matrix[fourth + at] * value
    }
    // Right of these columns remains the square of the four rows themselves.
    const a = vectors[from + row]
    const b = vectors[from + row + 1]
    const c = vectors[from + row + 2]
    const d = vectors[from + row + 3]
    two += matrix[second + row] * a
    three += matrix[third + row] * a + matrix[third + row + 1] * b
    four += matrix[fourth + row] * a + matrix[fourth + row + 1] * b + matrix[fourth + row + 2] * c
    total +=
      a * (2 * one + matrix[first + row] * a) +
      b * (2 * two + matrix[second + row + 1] * b) +
      c * (2 * three + matrix[third + row + 2] * c) +
      d * (2 * four + matrix[fourth + row + 3] * d)
  }
  for (; row < size; row++) {
    let sum = 0
    for (let at = 0; at < row; at++) sum += matrix[row * size + at] * vectors[from + at]
    total += vectors[from + row] * (2 * sum + matrix[row * size + row] * vectors[from + row])
  }
  return total
}

/** The product of a vector and the one in `others` that begins at `from`. */
export function dot(vector: Float64Array, others: Float64Array, from = 0): number {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += vector[at] * others[from + at]
  return sum
}
