// An attack on the output of any program, as named numbers for each run. It trains one test, of one
// number or of a weighted sum, and counts its errors on other runs, so that the bound needs no
// correction for all the tests that were tried.

import { etaLowerBound, type TestErrors } from "../lower-bound.ts"
import { fitLogistic } from "./logistic-regression.ts"

/** All that was seen of one run, by name. */
export type ObservedNumbers = Readonly<Record<string, number>>

export interface OutputClassifier {
  readonly statistic: string
  /** The score is the sum of weight · (number - centre), of numbers that were seen. */
  readonly terms: readonly { readonly name: string; readonly centre: number; readonly weight: number }[]
  readonly threshold: number
}

/** Numbers put together by the weighted sum. */
const strongestCount = 10
/** Small, as that of the count will be: thresholds far out look strong in few runs and are not. */
const trainingDoubt = 1e-4
/** Stands for a missing number: that it is missing may tell the tables apart, too. */
const missing = -1e9

const scoreNumbers = ({ terms }: Pick<OutputClassifier, "terms">, seen: ObservedNumbers): number => {
  let score = 0
  for (const { name, centre, weight } of terms) score += weight * ((seen[name] ?? missing) - centre)
  return score
}

/** Counts the errors of a classifier on runs that it was not trained on. */
export function countOutputErrors(
  classifier: OutputClassifier,
  first: readonly ObservedNumbers[],
  second: readonly ObservedNumbers[],
): TestErrors {
  const rejects = (seen: ObservedNumbers) => scoreNumbers(classifier, seen) > classifier.threshold
  const runs = Math.min(first.length, second.length)
  return {
    runs,
    falsePositives: first.slice(0, runs).filter(rejects).length,
    falseNegatives: runs - second.slice(0, runs).filter(rejects).length,
  }
}

/** The strongest test on the second half of the training runs; weights are learned on the first. */
export function trainOutputClassifier(
  first: readonly ObservedNumbers[],
  second: readonly ObservedNumbers[],
): OutputClassifier {
  const names = new Set([...first, ...second].flatMap((seen) => Object.keys(seen)))
  const single = [...names]
    .map((name) => strongest(name, [{ name, centre: 0, weight: 1 }], first, second))
    .filter((one) => one !== null)
    .sort((a, b) => b.eta - a.eta)
  const best = single[0]
  if (best === undefined) return { statistic: "nothing that was seen differs", terms: [], threshold: 0 }
  const half = Math.floor(Math.min(first.length, second.length) / 2)
  const chosen = single.slice(0, strongestCount).map(({ classifier }) => classifier.terms[0]?.name ?? "")
  const learned = learnedTerms(chosen, first.slice(0, half), second.slice(0, half))
  const weighted = strongest("a weighted sum of the strongest", learned, first.slice(half), second.slice(half))
  const alone = boundEta(best.classifier, first.slice(half), second.slice(half))
  return weighted !== null && weighted.eta > alone + 0.15 ? weighted.classifier : best.classifier
}

const boundEta = (
  classifier: OutputClassifier,
  first: readonly ObservedNumbers[],
  second: readonly ObservedNumbers[],
): number => etaLowerBound(countOutputErrors(classifier, first, second), trainingDoubt)

/** The best threshold and direction; null where all scores are equal. */
function strongest(
  statistic: string,
  terms: OutputClassifier["terms"],
  first: readonly ObservedNumbers[],
  second: readonly ObservedNumbers[],
): { readonly classifier: OutputClassifier; readonly eta: number } | null {
  const below = first.map((seen) => scoreNumbers({ terms }, seen)).sort((a, b) => a - b)
  const above = second.map((seen) => scoreNumbers({ terms }, seen)).sort((a, b) => a - b)
  const all = [...below, ...above].sort((a, b) => a - b)
  if (all[0] === all[all.length - 1]) return null
  let best: { classifier: OutputClassifier; eta: number } | null = null
  const runs = Math.min(below.length, above.length)
  for (let k = 1; k <= 40; k++) {
    const value = all[Math.floor((k * all.length) / 41)]
    const next = all.find((other) => other > value)
    if (next === undefined) continue
    const threshold = value + (next - value) / 2
    const [a, b] = [countAbove(below, threshold), countAbove(above, threshold)]
    for (const sign of [1, -1]) {
      const falsePositives = Math.min(runs, sign === 1 ? a : below.length - a)
      const falseNegatives = Math.min(runs, sign === 1 ? above.length - b : b)
      const eta = etaLowerBound({ runs, falsePositives, falseNegatives }, trainingDoubt)
      if (best !== null && eta <= best.eta) continue
      const signed = terms.map((term) => ({ ...term, weight: sign * term.weight }))
      best = { classifier: { statistic, terms: signed, threshold: sign * threshold }, eta }
    }
  }
  return best
}

const countAbove = (sorted: readonly number[], threshold: number): number => {
  let count = 0
  for (let k = sorted.length - 1; k >= 0 && sorted[k] > threshold; k--) count++
  return count
}

/** Weights of a logistic regression on numbers in units of their spread. */
function learnedTerms(
  names: readonly string[],
  first: readonly ObservedNumbers[],
  second: readonly ObservedNumbers[],
): OutputClassifier["terms"] {
  const all = [...first, ...second]
  const scales = names.map((name) => {
    const values = all.map((seen) => seen[name] ?? missing)
    const centre = values.reduce((a, b) => a + b, 0) / values.length
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length)
    return { name, centre, spread: spread > 0 ? spread : 1 }
  })
  const row = (seen: ObservedNumbers) =>
    scales.map(({ name, centre, spread }) => ((seen[name] ?? missing) - centre) / spread)
  const weights = fitLogistic(first.map(row), second.map(row))
  // The constant moves every score alike, and the threshold with it.
  return scales.map(({ name, centre, spread }, k) => ({ name, centre, weight: weights[k] / spread }))
}
