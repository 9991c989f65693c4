// GDP-context (ours): GDP-IMED that knows a public context of every person. Each arm releases its
// total and the sums of groups or attributes; an exact filter and eight models say what that means
// for one person, and the arm with the least evidence against it is played (gdp-context.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { attributesSpec } from "../context/attributes-spec.ts"
import { addReward, closeBatch, planReleases, shareParts, weighReward } from "../context/context-arm.ts"
import { type ContextArm, startContextArm } from "../context/context-arm-state.ts"
import { type ContextFeatures, type ContextPlan, type ContextPoint, planContext } from "../context/context-plan.ts"
import {
  checkStateSize,
  type GdpContextState,
  readIndices,
  readLeader,
  readPosterior,
} from "../context/context-state.ts"
import { readHistory } from "../context/packed-history.ts"
import { noteTraffic, refreshTraffic, startTraffic } from "../context/traffic.ts"
import { ArmisticeError, checkArm, checkReward } from "../errors.ts"
import { horizonSpec, type ParameterSpecs, type ParameterValues } from "../parameters.ts"
import { noteDecision, startAges } from "../parts/answer-ages.ts"
import { checkDecidedPull, checkExpiring } from "../parts/decided-pull.ts"
import { findLargestIndex } from "../parts/episodes.ts"
import { createResidualRelease } from "../parts/residual-release.ts"
import {
  checkHorizon,
  checkRewardCount,
  checkRound,
  countRewards,
  decide,
  nextUnreleased,
  startRounds,
  zeros,
} from "../parts/rounds.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import { mostReleases } from "../privacy/residual-loss.ts"
import type { Random } from "../random/random.ts"
import { computeFirstBatch } from "./gdp-imed-index.ts"
import { beginAges, noteAnswers } from "./gdp-imed-state.ts"

const parameters = {
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-6, max: 1e4 },
  horizon: horizonSpec,
  attributes: attributesSpec,
} as const satisfies ParameterSpecs

/**
 * By how much a coordinate grows with a batch: where the arm leads for the last person, and
 * elsewhere.
 */
const leaderRatio = 1.5
const ratio = 1.15
/**
 * The total's share of a reward's weight: between these, by how likely it is that arms rank alike
 * for everyone.
 */
const [leastShare, mostShare] = [0.1, 0.5]
/**
 * The variance of a reward that is assumed at first, the least one, and changes of it that are
 * ignored.
 */
const firstVariance = 0.25
const leastVariance = 1 / 1024
const [muchLess, muchMore] = [0.8, 1.25]

function create({ eta, horizon, attributes }: ParameterValues<typeof parameters>): AlgorithmBody<GdpContextState> {
  const plan: ContextPlan = planContext(attributes)
  const groupCount = plan.groups?.length ?? 1
  // The loss that the accountant allows, shared evenly among coordinates.
  const releaseLimit = Math.floor(mostReleases / Math.sqrt(plan.coordinates))
  const leastBatch = Math.max(1, Math.round(1 / eta))

  const indicesAt = (state: GdpContextState, point: ContextPoint, excluded?: ReadonlySet<number>) =>
    readIndices(plan, state, point, { eta, horizon, excluded })

  /** The total's share in the next batch, in 64ths: a function of releases. */
  function nextShare(state: GdpContextState): number {
    const { noInteraction } = state.isReady ? readPosterior(plan, state) : { noInteraction: 1 }
    return Math.round(shareParts * (leastShare + (mostShare - leastShare) * noInteraction))
  }

  const shareFor = (state: GdpContextState, arm: ContextArm): number => (arm.share === 0 ? nextShare(state) : arm.share)

  /**
   * The coordinates that one more reward would touch, and whether it would close the arm's batch.
   */
  function lookAhead(state: GdpContextState, arm: number, point: ContextPoint) {
    const context = state.contexts[arm]
    const features = plan.describe(point)
    const touched = weighReward(plan, features, shareFor(state, context))
    if (state.closed[arm] === 0) return { features, touched, closes: context.received + 1 >= state.firstBatch }
    const leads = state.isReady && readLeader(plan, state, point) === arm
    const growth = (leads ? leaderRatio : ratio) - 1
    const closes = touched.some(({ coordinate, feature, weight }) => {
      const line = context.lines[coordinate]
      // A feature in the middle of its range adds nothing to its sum.
      return weight !== 0 && line.touched + feature >= Math.max(growth * line.released, leastBatch * feature)
    })
    return { features, touched, closes }
  }

  function close(state: GdpContextState, arm: number, random: Random): void {
    const context = state.contexts[arm]
    const size = context.received
    closeBatch(plan, context, planReleases(context, []), { eta, variance: state.variance, random })
    state.closed[arm] += 1
    state.count[arm] += size
    state.compared = state.round
    state.isReady ||= state.closed.every((batches) => batches > 0)
    refreshTraffic(state.traffic)
    if (state.isReady) adaptVariance(state)
  }

  /** Rewards vary as those of the best arm are likely to. */
  function adaptVariance(state: GdpContextState): void {
    const { models } = readPosterior(plan, state)
    let best = 0
    for (const arm of state.contexts.keys()) {
      const mean = models.reduce((sum, { weight, expected }) => sum + weight * expected[arm][0], 0)
      best = Math.max(best, mean)
    }
    best = Math.min(0.999, Math.max(0.001, best))
    const variance = Math.min(firstVariance, Math.max(leastVariance, best * (1 - best)))
    if (variance > muchMore * state.variance || variance < muchLess * state.variance) state.variance = variance
  }

  function decideArm(state: GdpContextState, arm: number, point: ContextPoint): number {
    if (state.ages === null && state.settled < state.round) beginAges(state)
    decide(state, arm)
    noteAsked(state, arm, plan.groupOf(point), plan.describe(point))
    if (state.ages !== null) noteDecision(state.ages[arm], state.decided[arm] - 1, state.round)
    return arm
  }

  function noteAsked(state: GdpContextState, arm: number, group: number | null, features: ContextFeatures): void {
    noteTraffic(state.traffic, group, features)
    state.asked[arm][group ?? 0] += 1
  }

  const release = createResidualRelease(eta)

  return {
    sums: "residual",
    context: plan,
    weighsSilence: true,

    start(armCount, silence, maxArms = armCount) {
      checkHorizon(horizon, maxArms)
      checkStateSize(plan, maxArms)
      if (silence !== undefined) checkReward(silence)
      const byGroup = () => Array.from({ length: armCount }, () => zeros(groupCount))
      return Object.assign(startRounds(armCount), {
        firstBatch: computeFirstBatch(eta, horizon, maxArms),
        closed: zeros(armCount),
        count: zeros(armCount),
        joinsFrom: zeros(armCount),
        silence: silence ?? null,
        silent: zeros(armCount),
        settled: 0,
        ages: null,
        compared: 0,
        isReady: false,
        variance: firstVariance,
        traffic: startTraffic(plan),
        asked: byGroup(),
        answered: byGroup(),
        contexts: Array.from({ length: armCount }, () => startContextArm(plan)),
      })
    },

    choose(state, random, excluded, point) {
      const at = checkPoint(point)
      checkRound(state, horizon, excluded)
      const unreleased = nextUnreleased(state, state.closed, state.firstBatch, excluded)
      if (unreleased >= 0) return decideArm(state, unreleased, at)
      const out = new Set([...(excluded ?? []), ...[...state.closed.keys()].filter((arm) => state.closed[arm] === 0)])
      const { indices } = indicesAt(state, at, out.size === 0 ? undefined : out)
      return decideArm(
        state,
        findLargestIndex(state.count, excluded, (arm) => -indices[arm], random),
        at,
      )
    },

    prefer(state, point, excluded) {
      const at = checkPoint(point)
      const out = [...state.closed.keys()].filter((arm) => state.closed[arm] === 0 || excluded?.has(arm) === true)
      if (out.length === state.closed.length) return null
      return readLeader(plan, state, at, out.length === 0 ? undefined : new Set(out))
    },

    observe(state, arm, reward, random, pull, point) {
      const at = checkPoint(point)
      checkArm(arm, state.decided.length)
      checkReward(reward)
      checkDecidedPull(state, arm, pull)
      checkRewardCount(state, arm, 1, horizon)
      const { features, touched, closes } = lookAhead(state, arm, at)
      if (closes) checkReleases(state, arm)
      const context = state.contexts[arm]
      context.share = shareFor(state, context)
      const group = plan.groupOf(at)
      const unasked = countRewards(state, arm, 1)
      if (unasked > 0) noteAsked(state, arm, group, features)
      state.answered[arm][group ?? 0] += 1
      state.settled += 1
      if (state.ages !== null) noteAnswers(state, state.ages[arm], arm, 1, pull, unasked)
      addReward(context, features, touched, reward)
      if (closes) close(state, arm, random)
    },

    observeMany() {
      throw new ArmisticeError("not_supported", "gdp-context takes rewards one by one, each with its context")
    },

    expire(state, arm, pull, point) {
      checkPoint(point)
      checkExpiring(state, arm, pull)
      if (state.ages === null) beginAges(state)
      state.silent[arm] += 1
      state.settled += 1
    },

    laws: () => ({ kind: "plain" }),
    guarantee: () => gdpGuarantee(eta),

    releases(state) {
      return state.contexts.flatMap((context, arm) =>
        readHistory(context).flatMap((releases, coordinate) => {
          const { ended } = context.lines[coordinate]
          return releases.map(({ carried, joined }, block) => {
            const line = ended.filter((end) => end <= block).length
            const count = joined.reduce((sum, [, added]) => sum + added, 0)
            return release({ arm, coordinate, block, line, count }, carried)
          })
        }),
      )
    },

    nextReleases(state, arm, pull, point) {
      const at = checkPoint(point)
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      const { touched, closes } = lookAhead(state, arm, at)
      if (!closes) return []
      const context = state.contexts[arm]
      const share = shareFor(state, context) / shareParts
      return planReleases(context, touched).map(({ coordinate, carried, count }) => {
        const { releases, ended } = context.lines[coordinate]
        return { ...release({ arm, coordinate, block: releases, line: ended.length, count }, carried), share }
      })
    },

    addArm(state) {
      checkStateSize(plan, state.decided.length + 1)
      for (const list of [state.decided, state.rewarded, state.closed, state.count, state.joinsFrom, state.silent])
        list.push(0)
      state.ages?.push(startAges(0, 0))
      state.asked.push(zeros(groupCount))
      state.answered.push(zeros(groupCount))
      state.contexts.push(startContextArm(plan))
    },
  }

  /** Every decision and reward has the point of its context. */
  function checkPoint(point: ContextPoint | undefined): ContextPoint {
    if (point === undefined)
      throw new ArmisticeError(
        "missing_attribute",
        "gdp-context needs a context with every decision and reward, got none",
      )
    plan.checkPoint(point)
    return point
  }

  function checkReleases(state: GdpContextState, arm: number): void {
    if (state.contexts[arm].lines.every(({ releases, ended }) => releases - (ended.at(-1) ?? 0) < releaseLimit)) return
    throw new ArmisticeError("budget_exhausted", `this line has had all of its ${releaseLimit} releases`, {
      spent: eta,
      requested: eta,
      limit: eta,
    })
  }
}

export const gdpContext = defineAlgorithm(create, {
  name: "gdp-context",
  label: "GDP-context",
  about: "GDP-IMED for people with public attributes: learns for whom which arm works best, and pools what they share.",
  source: "Armistice, from GDP-IMED: gdp-context.md",
  parameters,
  example: { eta: 1, horizon: 1000, attributes: { group: { levels: ["a", "b"] } } },
  live: { noise: "sums" },
  calibrate: calibrateEta(parameters.eta),
})
