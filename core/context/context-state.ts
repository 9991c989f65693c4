// The state of gdp-context, and what follows from it without any further chance: the posterior and
// the indices, kept in memory for as long as the state does not change.

import { computeOutlook, computeSilenceShare, type LateAnswers } from "../algorithms/gdp-imed-state.ts"
import { ArmisticeError } from "../errors.ts"
import type { ContextArm } from "./context-arm-state.ts"
import { forecastModels, type ModelForecast } from "./context-forecast.ts"
import { type ArmIndices, computeIndices, computeLeader } from "./context-index.ts"
import type { ContextPlan, ContextPoint } from "./context-plan.ts"
import type { AnswerForecast } from "./expected-model.ts"
import { readFilter } from "./packed-filter.ts"
import { PointMemory } from "./point-memory.ts"
import { type ContextPosterior, computePosterior } from "./posterior.ts"
import { computeTrafficShare, type Traffic } from "./traffic.ts"

/** The caches of gdp-context. */
export interface GdpContextState extends LateAnswers {
  /** Rewards in each arm's first batch. */
  firstBatch: number
  /** Batches closed per arm, and the rewards in them. */
  closed: number[]
  count: number[]
  /**
   * The first pull whose reward may join: earlier ones belong to the state that this one was copied
   * from.
   */
  joinsFrom: number[]
  /** The round of the last release. */
  compared: number
  /** Whether every arm had a release once. */
  isReady: boolean
  /** The assumed variance of a reward. */
  variance: number
  traffic: Traffic
  /** Decisions and answers by arm and group; without groups one number an arm. */
  asked: number[][]
  answered: number[][]
  contexts: ContextArm[]
}

/** The most numbers in all arms' square matrices: what is stored and computed grows with them. */
const mostCells = 20_000

/** Refuses more arms than a state can hold with these features. */
export function checkStateSize({ features }: ContextPlan, armCount: number): void {
  const cells = armCount * (features + 1) ** 2
  if (cells <= mostCells) return
  throw new ArmisticeError(
    "invalid_parameter",
    `arms times (features + 1)² must be at most ${mostCells}, got ${cells} for ${armCount} arms and ${features} features`,
  )
}

interface Derived {
  /** The input of the posterior: the packed information of each arm. */
  readonly information: readonly string[]
  readonly posterior: ContextPosterior
  /** The posterior by point, and the arm that is best by it: functions of the posterior alone. */
  readonly forecasts: PointMemory<readonly ModelForecast[]>
  readonly leaders: PointMemory<number>
  /** Indices by point, and all they were computed from beside the posterior. */
  readonly indices: PointMemory<ArmIndices>
  indexed: IndexSource | null
}

/**
 * The inputs of indices beside the posterior. An extension changes the horizon of a state that goes
 * on, and a restart must then find the same indices.
 */
interface IndexSource {
  readonly eta: number
  readonly horizon: number
  /** Changes with every release, and so with the rewards that were released. */
  readonly compared: number
  readonly traffic: readonly number[]
}

const derivedFrom = new WeakMap<GdpContextState, Derived>()

/** The posterior given all releases; what did not change since the last call is used again. */
export function readPosterior(plan: ContextPlan, state: GdpContextState): ContextPosterior {
  return derive(plan, state).posterior
}

function derive(plan: ContextPlan, state: GdpContextState): Derived {
  const known = derivedFrom.get(state)
  if (known !== undefined && isUpToDate(known, state)) return known
  const { variance } = state
  const information = state.contexts.map((arm) => arm.information)
  const filters = state.contexts.map((arm) => readFilter(arm, plan.coordinates, plan.features + 1))
  const hasChanged = (arm: number): boolean => known?.information[arm] !== information[arm]
  const posterior = computePosterior(plan, filters, variance, known?.posterior ?? null, hasChanged)
  const derived: Derived = {
    information,
    posterior,
    forecasts: new PointMemory(),
    leaders: new PointMemory(),
    indices: new PointMemory(),
    indexed: null,
  }
  derivedFrom.set(state, derived)
  return derived
}

function isUpToDate({ information, posterior }: Derived, { contexts, variance }: GdpContextState): boolean {
  if (posterior.variance !== variance || information.length !== contexts.length) return false
  for (let arm = 0; arm < contexts.length; arm++) if (contexts[arm].information !== information[arm]) return false
  return true
}

/** The indices that are remembered for this setting; those of another one are forgotten. */
function rememberedIndices(
  derived: Derived,
  { compared, traffic }: GdpContextState,
  { eta, horizon }: ReadSetting,
): PointMemory<ArmIndices> {
  const { indices, indexed } = derived
  const isSame =
    indexed?.eta === eta &&
    indexed.horizon === horizon &&
    indexed.compared === compared &&
    indexed.traffic === traffic.usedSums
  if (!isSame) {
    indices.forget()
    derived.indexed = { eta, horizon, compared, traffic: traffic.usedSums }
  }
  return indices
}

interface ReadSetting {
  readonly eta: number
  readonly horizon: number
  readonly excluded?: ReadonlySet<number> | undefined
}

/** The index of each arm for people at this point. */
export function readIndices(
  plan: ContextPlan,
  state: GdpContextState,
  point: ContextPoint,
  setting: ReadSetting,
): ArmIndices {
  const { horizon, excluded } = setting
  const derived = derive(plan, state)
  const indices = isPlain(state, excluded) ? rememberedIndices(derived, state, setting) : null
  const known = indices?.find(plan, point)
  if (known !== undefined) return known
  const found = computeIndices(derived.posterior, readForecasts(plan, derived, point), {
    eta: setting.eta,
    roundsLeft: Math.max(0, horizon - state.compared),
    trafficShare: computeTrafficShare(plan, state.traffic, plan.describe(point)),
    ...knownOfArms(plan, state, point, excluded),
  })
  indices?.remember(plan, point, found)
  return found
}

/** With late answers or excluded arms what is computed changes from round to round. */
const isPlain = ({ ages }: GdpContextState, excluded: ReadonlySet<number> | undefined): boolean =>
  ages === null && (excluded === undefined || excluded.size === 0)

/** The arm with the largest expected mean for people at this point. */
export function readLeader(
  plan: ContextPlan,
  state: GdpContextState,
  point: ContextPoint,
  excluded?: ReadonlySet<number> | undefined,
): number {
  const { posterior, leaders } = derive(plan, state)
  const isKept = isPlain(state, excluded)
  const known = isKept ? leaders.find(plan, point) : undefined
  if (known !== undefined) return known
  const found = computeLeader(posterior, plan.describe(point), knownOfArms(plan, state, point, excluded))
  if (isKept) leaders.remember(plan, point, found)
  return found
}

const knownOfArms = (
  plan: ContextPlan,
  state: GdpContextState,
  point: ContextPoint,
  excluded: ReadonlySet<number> | undefined,
) => ({
  counts: state.count,
  ...(excluded === undefined ? {} : { excluded }),
  ...(state.ages === null ? {} : { answers: forecastAnswers(state, plan.groupOf(point) ?? 0) }),
})

function readForecasts(plan: ContextPlan, { posterior, forecasts }: Derived, point: ContextPoint) {
  const known = forecasts.find(plan, point)
  if (known !== undefined) return known
  const found = forecastModels(posterior, plan.describe(point))
  forecasts.remember(plan, point, found)
  return found
}

/** A group's share of answers is drawn to that of all people as by so many decisions. */
const sharePrior = 20

function forecastAnswers(state: GdpContextState, group: number): AnswerForecast[] {
  return state.contexts.map(({ received }, arm) => {
    const { underWay } = computeOutlook(state, arm)
    const { [arm]: count } = state.count
    const [asked, answered] = [state.asked[arm], state.answered[arm]]
    const outstanding = sum(asked) - sum(answered)
    const inGroup = outstanding > 0 ? (underWay * (asked[group] - answered[group])) / outstanding : 0
    return {
      growth: underWay === 0 || count === 0 ? 1 : (count + received + underWay) / count,
      growthInGroup: 1 + inGroup / (answered[group] + 1),
      silenceValue: state.silence ?? 0,
      answeredShare: state.silence === null ? 1 : estimateAnsweredShare(state, arm, group),
    }
  })
}

/**
 * The share of a group's decisions that is answered: that of the arm, times how much more the group
 * answers than all.
 */
function estimateAnsweredShare(state: GdpContextState, arm: number, group: number): number {
  const [asked, answered] = [state.asked[arm], state.answered[arm]]
  const usual = sum(answered) / Math.max(1, sum(asked))
  if (usual === 0) return computeSilenceShare(state, arm)
  const relative = (answered[group] + sharePrior * usual) / ((asked[group] + sharePrior) * usual)
  return Math.min(1, computeSilenceShare(state, arm) * relative)
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0)
