// The attacker's test: a statistic of a run, and a threshold above which the second table is
// believed. Both are chosen on training runs that are not counted, so that the bound needs no
// correction.

import { blackBoxWidth, windowCount } from "../boxes/black-box.ts"
import { whiteBoxWidth } from "../boxes/white-box.ts"
import { etaLowerBound } from "../lower-bound.ts"
import { fitLogistic, logit } from "./logistic-regression.ts"

export type Box = "white" | "black"

export interface Classifier {
  readonly statistic: string
  /** The statistic as a weighted sum of the numbers of a run; the last weight stands alone. */
  readonly weights: readonly number[]
  readonly threshold: number
  /** Further thresholds, in decreasing order, for the measured trade-off curve. */
  readonly curve: readonly number[]
}

export const countNumbersPerRun = (box: Box): number => (box === "white" ? whiteBoxWidth : blackBoxWidth)

/** Rows of numbers, one per run. */
export type Rows = readonly Float64Array[]

interface Candidate {
  readonly statistic: string
  readonly weights: readonly number[]
}

const logRatio: Candidate = { statistic: "log-likelihood ratio of the releases", weights: [1, 0, 0] }
const repetition: Candidate = { statistic: "noise seen twice", weights: [0, 1, 0] }

const blackBoxPlain: readonly Candidate[] = [
  { statistic: "pulls of the record's arm", weights: [...new Array<number>(windowCount).fill(1), 0, 0] },
  { statistic: "whether the first round pulls the record's arm", weights: unit(0) },
  { statistic: "round of the next pull of the record's arm", weights: unit(windowCount) },
]

export const scoreRun = (classifier: Candidate, row: ArrayLike<number>): number => logit(classifier.weights, row)

const trainingDoubt = 0.05

/** The white box rejects at ratio 0 unless training runs show a clearly stronger test. */
export function trainClassifier(box: Box, first: Rows, second: Rows): Classifier {
  if (box === "black") {
    const half = Math.floor(first.length / 2)
    const learned = {
      statistic: "logistic regression on pulls per window",
      weights: fitLogistic(first.slice(0, half), second.slice(0, half)),
    }
    return strongest([...blackBoxPlain, learned], first.slice(half), second.slice(half)).classifier
  }
  const fixed = classifyAbove(logRatio, 0, scores(logRatio, first, second))
  const shown = (classifier: Classifier) =>
    etaLowerBound(countClassifierErrors(classifier, first, second), trainingDoubt)
  const { classifier, eta } = strongest([logRatio, repetition], first, second)
  return eta > 1.5 * shown(fixed) + 0.3 ? classifier : fixed
}

export function countClassifierErrors(classifier: Classifier, first: Rows, second: Rows) {
  const rejects = (row: Float64Array) => scoreRun(classifier, row) > classifier.threshold
  return {
    runs: first.length,
    falsePositives: first.filter(rejects).length,
    falseNegatives: second.length - second.filter(rejects).length,
  }
}

/** Both directions of every candidate, at thresholds between its values. */
function strongest(
  candidates: readonly Candidate[],
  first: Rows,
  second: Rows,
): { classifier: Classifier; eta: number } {
  let best: { classifier: Classifier; eta: number } | undefined
  for (const candidate of candidates)
    for (const sign of [1, -1]) {
      const signed = { ...candidate, weights: candidate.weights.map((weight) => sign * weight) }
      const all = scores(signed, first, second)
      for (const threshold of thresholdsAmong(all, 48)) {
        const classifier = classifyAbove(signed, threshold, all)
        const eta = etaLowerBound(countClassifierErrors(classifier, first, second), trainingDoubt)
        if (best === undefined || eta > best.eta) best = { classifier, eta }
      }
    }
  return best as { classifier: Classifier; eta: number }
}

function classifyAbove(candidate: Candidate, threshold: number, all: readonly number[]): Classifier {
  return { ...candidate, threshold, curve: thresholdsAmong(all, 14).reverse() }
}

const scores = (classifier: Candidate, first: Rows, second: Rows): number[] =>
  [...first, ...second].map((row) => scoreRun(classifier, row)).sort((a, b) => a - b)

/** Up to `count` midpoints between neighbouring values, spread evenly over the sorted values. */
function thresholdsAmong(sorted: readonly number[], count: number): number[] {
  const found = new Set<number>()
  for (let k = 1; k <= count; k++) {
    const value = sorted[Math.floor((k * sorted.length) / (count + 1))]
    const next = sorted.find((other) => other > value)
    found.add(next === undefined ? value : value + (next - value) / 2)
  }
  return [...found]
}

function unit(index: number): number[] {
  return Array.from({ length: blackBoxWidth + 1 }, (_, k) => (k === index ? 1 : 0))
}
