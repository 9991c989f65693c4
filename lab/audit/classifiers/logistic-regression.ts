// Logistic regression by Newton's method with a small ridge: the learned black-box attack.

/** Weights that tell rows of the second list from rows of the first; the last is the intercept. */
export function fitLogistic(first: readonly ArrayLike<number>[], second: readonly ArrayLike<number>[]): number[] {
  const width = first[0].length + 1
  const rows = [...first.map((row) => [row, 0] as const), ...second.map((row) => [row, 1] as const)]
  let weights = new Array<number>(width).fill(0)
  for (let step = 0; step < 12; step++) {
    const gradient = weights.map((weight) => -ridge * weight)
    const hessian = weights.map((_, i) => weights.map((_, j) => (i === j ? ridge : 0)))
    for (const [row, label] of rows) {
      const chance = 1 / (1 + Math.exp(-logit(weights, row)))
      const slope = chance * (1 - chance)
      for (let i = 0; i < width; i++) {
        const x = i === width - 1 ? 1 : row[i]
        gradient[i] += (label - chance) * x
        for (let j = 0; j < width; j++) hessian[i][j] += slope * x * (j === width - 1 ? 1 : row[j])
      }
    }
    const change = solve(hessian, gradient)
    weights = weights.map((weight, i) => weight + change[i])
    if (change.every((value) => Math.abs(value) < 1e-8)) break
  }
  return weights
}

const ridge = 1

export function logit(weights: readonly number[], row: ArrayLike<number>): number {
  let sum = weights[weights.length - 1]
  for (let i = 0; i < weights.length - 1; i++) sum += weights[i] * row[i]
  return sum
}

/** Gaussian elimination; the matrix is symmetric and positive definite thanks to the ridge. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (const [k, pivot] of rows.entries())
    for (const [i, row] of rows.entries()) {
      if (i === k) continue
      const factor = row[k] / pivot[k]
      for (let j = k; j < row.length; j++) row[j] -= factor * pivot[j]
    }
  return rows.map((row, k) => row[row.length - 1] / row[k])
}
