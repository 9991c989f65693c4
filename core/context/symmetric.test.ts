import { describe, expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { dot, invertSymmetric, multiplySymmetric, squareSymmetric } from "./symmetric.ts"

const random = seededRandom(1)
const draw = (length: number) => Float64Array.from({ length }, () => random.uniform() - 0.5)

/** A'A plus the identity. */
function drawMatrix(size: number): Float64Array {
  const rows = Array.from({ length: size }, () => draw(size))
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      matrix[row * size + column] = dot(rows[row], rows[column]) + (row === column ? 1 : 0)
  return matrix
}

// Loops take four rows at a time, so every remainder is tried.
describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 31])("a matrix of size %i", (size) => {
  test("is inverted from its lower half, and the inverse is the same in both halves", () => {
    const matrix = drawMatrix(size)
    const inverse = matrix.slice()
    for (let row = 0; row < size; row++)
      for (let column = row + 1; column < size; column++) inverse[row * size + column] = Number.NaN
    const logDeterminant = invertSymmetric(inverse, size)
    for (let column = 0; column < size; column++) {
      const product = multiplySymmetric(matrix, inverse.slice(column * size, (column + 1) * size))
      for (let row = 0; row < size; row++) {
        expect(product[row]).toBeCloseTo(row === column ? 1 : 0, 10)
        expect(inverse[row * size + column]).toBe(inverse[column * size + row])
      }
    }
    expect(invertSymmetric(inverse, size)).toBeCloseTo(-logDeterminant, 8)
  })

  test("has the square that its product with the vector has, also with only its lower half", () => {
    const matrix = drawMatrix(size)
    const vector = draw(size)
    const expected = dot(vector, multiplySymmetric(matrix, vector))
    for (let row = 0; row < size; row++)
      for (let column = row + 1; column < size; column++) matrix[row * size + column] = Number.NaN
    expect(squareSymmetric(matrix, vector, size)).toBeCloseTo(expected, 10)
    expect(squareSymmetric(matrix, Float64Array.of(7, ...vector), size, 1)).toBeCloseTo(expected, 10)
  })
})

test("a matrix that is not positive definite is refused", () => {
  expect(() => invertSymmetric(Float64Array.of(1, 2, 2, 1), 2)).toThrow("a matrix must be positive definite")
})
