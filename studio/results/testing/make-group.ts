// Builds a group as the service returns it, with all differences against the leader.

import type { Group, Measure } from "../results-types.ts"

export interface Figures {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly chance?: number
  readonly people?: number
}

interface Given {
  readonly state: Group["state"]
  readonly options: Readonly<Record<string, Figures | null>>
  /** The leader's mean minus the option's. */
  readonly differences?: Readonly<Record<string, readonly [difference: number, low: number, high: number]>>
  readonly leader?: string | null
  readonly recommended?: string | null
  readonly worthwhile?: number
  readonly certainty?: number
  readonly segment?: string | null
  readonly metrics?: readonly Measure[]
}

export function makeGroup(given: Given): Group {
  const { state, options, differences = {}, segment = null, worthwhile = 0.01, metrics = [] } = given
  const leader = given.leader === undefined ? (Object.keys(options)[0] ?? null) : given.leader
  const rank = (arm: string) => (arm === leader ? Number.POSITIVE_INFINITY : (options[arm]?.mean ?? -1))
  const order = Object.keys(options).sort((one, other) => rank(other) - rank(one))
  const next = order.find((arm) => arm !== leader && differences[arm] !== undefined) ?? null
  const compareWith = (arm: string) => {
    const [difference, low, high] = differences[arm] ?? [null, null, null]
    return { arm, difference, low, high, lift: null, liftLow: null, liftHigh: null }
  }
  return {
    segment,
    state,
    sentence: "",
    leader,
    certainty: given.certainty ?? null,
    recommended: given.recommended === undefined ? leader : given.recommended,
    worthwhile,
    next,
    order,
    worse: [],
    stoppedArms: [],
    arms: Object.entries(options).map(([arm, figures]) => ({
      arm,
      decisions: figures?.people ?? 100,
      rewards: figures?.people ?? 100,
      mean: figures?.mean ?? null,
      low: figures?.low ?? null,
      high: figures?.high ?? null,
      probabilityBest: figures === null ? null : (figures.chance ?? 0.5),
      unansweredShare: 0,
    })),
    differences: Object.keys(options)
      .filter((arm) => arm !== leader && leader !== null)
      .map(compareWith),
    lead: next === null ? null : compareWith(next),
    metrics: [...metrics],
    harm: metrics.flatMap(({ name, differences: gaps }) =>
      gaps.filter((gap) => gap.state === "worse").map(({ arm }) => ({ arm, metric: name })),
    ),
    outstanding: 0,
    firstFigures: null,
    answeredShares: null,
    sharesDiffer: null,
    proposedRipeSeconds: null,
    nearlyAllLargest: false,
    nearlyAllSmallest: false,
    integrity: null,
  }
}
