// The cost of a batch: so much for itself, for each experiment and for each request.

export interface Cost {
  readonly batch: number
  readonly experiment: number
  readonly request: number
}

export interface MeasuredCost {
  readonly requests: number
  readonly experiments: number
  /** In seconds. */
  readonly cost: number
}

export const computeCost = (
  { batch, experiment, request }: Cost,
  size: { requests: number; experiments: number },
): number => batch + experiment * size.experiments + request * size.requests

/** Least squares of relative errors. A part that would be negative is left out. */
export function fitCosts(measured: readonly MeasuredCost[]): Cost {
  const subsets = [[0, 1, 2], [0, 2], [0, 1], [1, 2], [0], [1], [2]]
  let best: { readonly parts: readonly number[]; readonly error: number } | undefined
  for (const subset of subsets) {
    const parts = solveLeastSquares(measured, subset)
    if (parts === null || parts.some((part) => part < 0)) continue
    const error = measured.reduce((sum, one) => sum + (predict(parts, one) / one.cost - 1) ** 2, 0)
    if (best === undefined || error < best.error) best = { parts, error }
  }
  if (best === undefined) throw new Error("costs of a batch must be positive somewhere")
  const [batch = 0, experiment = 0, request = 0] = best.parts
  return { batch, experiment, request }
}

const createRow = ({ requests, experiments }: MeasuredCost): readonly number[] => [1, experiments, requests]

const predict = (parts: readonly number[], one: MeasuredCost): number =>
  createRow(one).reduce((sum, value, index) => sum + value * (parts[index] ?? 0), 0)

/** By the normal equations; parts outside of the subset are 0. Null: they have no solution. */
function solveLeastSquares(measured: readonly MeasuredCost[], subset: readonly number[]): number[] | null {
  const size = subset.length
  const matrix = subset.map((row) => [
    ...subset.map((column) => sumTerms(measured, (one) => createRow(one)[row]! * createRow(one)[column]!)),
    sumTerms(measured, (one) => createRow(one)[row]! * one.cost),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const best = [...Array(size).keys()]
      .slice(pivot)
      .sort((a, b) => Math.abs(matrix[b]![pivot]!) - Math.abs(matrix[a]![pivot]!))[0]!
    ;[matrix[pivot], matrix[best]] = [matrix[best]!, matrix[pivot]!]
    const top = matrix[pivot]!
    if (Math.abs(top[pivot]!) < 1e-300) return null
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const factor = matrix[row]![pivot]! / top[pivot]!
      for (let column = pivot; column <= size; column++) matrix[row]![column]! -= factor * top[column]!
    }
  }
  const parts = [0, 0, 0]
  for (const [index, part] of subset.entries()) parts[part] = matrix[index]![size]! / matrix[index]![index]!
  return parts
}

/** Weighted by the inverse square of what was measured, so that errors count relative to it. */
const sumTerms = (measured: readonly MeasuredCost[], term: (one: MeasuredCost) => number): number =>
  measured.reduce((sum, one) => sum + term(one) / one.cost ** 2, 0)
