// One bandit per group, the usual way to use context: each group learns by itself. A reward is in
// one group only, so the whole has the guarantee of one bandit (parallel composition).

import {
  type Algorithm,
  type AlgorithmState,
  ArmisticeError,
  type ContextAttributes,
  type ContextPlan,
  type ContextPoint,
  composeReleases,
  createAlgorithm,
  findAlgorithm,
  type Parameters,
  type Release,
} from "@armistice/core"
import { attributesSpec, planContext } from "@armistice/core/context"
import type { ContextPeople } from "../environments/context-people.ts"
import { recommendedAlgorithm } from "../planning/recommended.ts"
import { registerLabel } from "../text/algorithm-label.ts"
import type { SimulatedEntry } from "./simulated-entry.ts"

interface PerGroupState extends AlgorithmState {
  /** The state of each group's bandit. */
  groups: AlgorithmState[]
  /** For each arm, and each of its decisions, the number that it has in its group's bandit. */
  pulls: number[][]
}

/** The name that simulations and comparisons know it by. */
export const perGroupName = "per-group"

const { parameters: inner } = findAlgorithm(recommendedAlgorithm)

/** The entry of one GDP-IMED per group. */
export const perGroupEntry: SimulatedEntry = {
  name: perGroupName,
  label: "One GDP-IMED per group",
  parameters: {
    eta: inner.eta,
    horizon: inner.horizon,
    attributes: attributesSpec,
  },
  simulation: { milliseconds: 500, grows: true },
  create: (given) => createPerGroup(given as Parameters, groupByPlan(given as Parameters)),
  calibrate: (eta, setting) => findAlgorithm(recommendedAlgorithm).calibrate?.(eta, setting) ?? null,
}

registerLabel(perGroupName, perGroupEntry)

/** The group of each person, and the share of each group. */
export interface Grouping {
  readonly shares: readonly number[]
  findGroup(point: ContextPoint): number
}

/** The groups of simulated people, whose points are told apart by identity. */
export function groupPeople({ points, groups, groupShares }: ContextPeople): Grouping {
  const groupByPoint = new Map(points.map((point, kind) => [point, groups[kind]]))
  return { shares: groupShares, findGroup: (point) => groupByPoint.get(point) ?? 0 }
}

/**
 * People are drawn by a law, and those of the same levels are a group, whatever their numbers. A
 * group may turn out to be everyone, so its bandit plans for the whole run.
 */
export function groupByLevels({ attributes }: ContextPlan): Grouping {
  const counts = Object.values(attributes).map((one) => ("levels" in one ? one.levels.length : 1))
  const isLevel = Object.values(attributes).map((one) => "levels" in one)
  return {
    shares: new Array<number>(counts.reduce((product, levels) => product * levels, 1)).fill(1),
    findGroup: (point) =>
      counts.reduce((group, levels, place) => group * levels + (isLevel[place] ? (point[place] ?? 0) : 0), 0),
  }
}

/** Without people: the cells of the plan, or one group where there are none. */
function groupByPlan({ attributes }: Parameters): Grouping {
  const plan = planContext(attributes as ContextAttributes)
  const count = plan.groups?.length ?? 1
  return { shares: new Array<number>(count).fill(1 / count), findGroup: (point) => plan.groupOf(point) ?? 0 }
}

/** A group has at most so many deviations more people than its share. */
const DEVIATIONS = 6

/** A group's bandit plans for its share of the horizon, at least four rounds of each arm. */
function planHorizon(horizon: number, share: number, armCount: number): number {
  if (horizon === 0) return 0
  const expected = horizon * share
  return Math.max(4 * armCount, Math.min(horizon, Math.ceil(expected + DEVIATIONS * Math.sqrt(expected))))
}

/** The algorithm for people in these groups. */
export function createPerGroup(parameters: Parameters, { shares, findGroup }: Grouping): Algorithm<PerGroupState> {
  const { eta, horizon = 0, attributes } = parameters
  const context = planContext(attributes as ContextAttributes)
  const checkPoint: ContextPlan["checkPoint"] = context.checkPoint
  const byArmCount = new Map<number, Algorithm[]>()
  const listBandits = (armCount: number): Algorithm[] => {
    let bandits = byArmCount.get(armCount)
    if (bandits === undefined) {
      bandits = shares.map((share) =>
        createAlgorithm(recommendedAlgorithm, { eta, horizon: planHorizon(Number(horizon), share, armCount) }),
      )
      byArmCount.set(armCount, bandits)
    }
    return bandits
  }
  const find = (state: PerGroupState, point: ContextPoint | undefined) => {
    checkPoint(point)
    const group = findGroup(point)
    return { bandit: listBandits(state.decided.length)[group], own: state.groups[group] }
  }
  const findPull = ({ pulls }: PerGroupState, arm: number, pull: number | undefined) =>
    pull === undefined ? undefined : pulls[arm][pull]
  return {
    name: perGroupName,
    parameters,
    context,
    weighsSilence: true,
    start: (armCount, silence) => ({
      round: 0,
      decided: new Array<number>(armCount).fill(0),
      groups: listBandits(armCount).map((bandit) => bandit.start(armCount, silence)),
      pulls: Array.from({ length: armCount }, () => []),
    }),
    choose(state, random, excluded, point) {
      const { bandit, own } = find(state, point)
      const arm = bandit.choose(own, random, excluded)
      state.round += 1
      state.decided[arm] += 1
      state.pulls[arm].push(own.decided[arm] - 1)
      return arm
    },
    observe(state, arm, reward, random, pull, point) {
      const { bandit, own } = find(state, point)
      bandit.observe(own, arm, reward, random, findPull(state, arm, pull))
    },
    expire(state, arm, pull, point) {
      const { bandit, own } = find(state, point)
      bandit.expire?.(own, arm, findPull(state, arm, pull))
    },
    observeMany() {
      throw new ArmisticeError("not_supported", `${perGroupName} takes one reward at a time, each with its point`)
    },
    laws: () => ({ kind: "plain" }),
    guarantee: (armCount) => listBandits(armCount)[0].guarantee(armCount),
    // The releases of the group that lost most: a reward is in one group only.
    releases: (state) =>
      listBandits(state.decided.length)
        .map((bandit, group) => bandit.releases(state.groups[group]))
        .reduce((most, one) => (countLoss(one) > countLoss(most) ? one : most)),
    nextReleases(state, arm, pull, point) {
      const { bandit, own } = find(state, point)
      return bandit.nextReleases(own, arm, findPull(state, arm, pull))
    },
  }
}

const countLoss = (releases: readonly Release[]): number => composeReleases(releases).eta ?? 0
