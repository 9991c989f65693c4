// Environments as plain JSON: simulated arms of a command line, a file or a page.

import { invalidParameter } from "../check-parameters.ts"
import { bernoulliEnvironment } from "./bernoulli.ts"
import { createBetaLaw } from "./beta-law.ts"
import { type ChangingSpec, changingKinds, createChanging } from "./changing.ts"
import { type ContextSpec, createContextEnvironment } from "./context-environment.ts"
import { createContinuousEnvironment } from "./continuous.ts"
import { createDrawnContext, type DrawnContextSpec } from "./drawn-context.ts"
import type { Environment } from "./environment.ts"
import { checkFields, checkMeans, checkNumber, checkNumbers, checkOneOf } from "./environment-checks.ts"
import { createLatticedEnvironment } from "./lattice.ts"
import { solveMean } from "./mean-solver.ts"
import { createModuleEnvironment, type ModuleSpec } from "./own-environment.ts"
import { replayEnvironment, replayRounds } from "./replay.ts"
import type { RewardLaw } from "./reward-law.ts"
import type { RewardTable } from "./reward-table.ts"
import { createTruncatedExponentialLaw } from "./truncated-exponential-law.ts"
import { createTruncatedGaussianLaw, farthestLocation } from "./truncated-gaussian-law.ts"
import { createTwoPointEnvironment } from "./two-point.ts"

/** `lattice` rounds continuous rewards to that many steps (same mean), which makes sums cheap. */
interface Latticed {
  readonly lattice?: number
}

export interface BernoulliSpec {
  readonly kind: "bernoulli"
  readonly means: readonly number[]
}

export interface BetaSpec extends Latticed {
  readonly kind: "beta"
  readonly means: readonly number[]
  /** a + b of the Beta law; 4 if left out. */
  readonly concentration?: number
}

/** A Gaussian conditioned to [0, 1], by its means or by locations before conditioning. */
export interface TruncatedGaussianSpec extends Latticed {
  readonly kind: "truncated-gaussian"
  readonly means?: readonly number[]
  readonly locations?: readonly number[]
  /** The deviation of the Gaussian before conditioning; 0.25 if left out. */
  readonly deviation?: number
}

/** An exponential conditioned to [0, 1], by its means or its rates. */
export interface TruncatedExponentialSpec extends Latticed {
  readonly kind: "truncated-exponential"
  readonly means?: readonly number[]
  readonly rates?: readonly number[]
}

export interface TwoPointSpec {
  readonly kind: "two-point"
  readonly means: readonly number[]
  readonly low: number
  readonly high: number
}

export interface ReplaySpec extends RewardTable {
  readonly kind: "replay"
  /** "pulls" if left out: pull k of an arm takes row k. "rounds": round k takes row k. */
  readonly by?: "pulls" | "rounds"
}

/** The arms of a simulation as plain JSON. */
export type EnvironmentSpec =
  | BernoulliSpec
  | BetaSpec
  | TruncatedGaussianSpec
  | TruncatedExponentialSpec
  | TwoPointSpec
  | ReplaySpec
  | ContextSpec
  | DrawnContextSpec
  | ChangingSpec
  | ModuleSpec

/** Names of the kinds of environments without context whose laws do not change. */
export const environmentKinds = [
  "bernoulli",
  "beta",
  "truncated-gaussian",
  "truncated-exponential",
  "two-point",
  "replay",
] as const satisfies readonly EnvironmentSpec["kind"][]

const contextKinds = ["context", "drawn-context"] as const satisfies readonly EnvironmentSpec["kind"][]

/** The environment a specification describes; refuses what does not hold. */
export function createEnvironment(spec: EnvironmentSpec): Environment {
  switch (spec?.kind) {
    case "bernoulli":
      checkFields(spec, ["means"])
      return bernoulliEnvironment(checkMeans(spec.means))
    case "beta":
      return createBeta(spec)
    case "truncated-gaussian":
      return createTruncatedGaussian(spec)
    case "truncated-exponential":
      return createTruncatedExponential(spec)
    case "two-point":
      return createTwoPoint(spec)
    case "replay":
      return createReplay(spec)
    case "context":
      return createContextEnvironment(spec)
    case "drawn-context":
      return createDrawnContext(spec)
    case "piecewise":
    case "drifting":
    case "seasonal":
      return createChanging(spec)
    case "module":
      return createModuleEnvironment(spec)
  }
  const kind: unknown = (spec as { kind?: unknown } | undefined)?.kind
  throw invalidParameter(
    `environment must be one of ${[...environmentKinds, ...changingKinds, ...contextKinds].join(", ")}, got ${JSON.stringify(kind) ?? "nothing"}`,
  )
}

function createBeta(spec: BetaSpec): Environment {
  checkFields(spec, ["means", "concentration", "lattice"])
  const means = checkMeans(spec.means, { open: true })
  const concentration = checkNumber("concentration", spec.concentration ?? 4, 1e-3, 1e6)
  return buildEnvironment(
    spec,
    means.map((mean) => createBetaLaw(mean, concentration)),
    means,
  )
}

function createTruncatedGaussian(spec: TruncatedGaussianSpec): Environment {
  checkFields(spec, ["means", "locations", "deviation", "lattice"])
  const deviation = checkNumber("deviation", spec.deviation ?? 0.25, 1e-6, 10)
  const [lowest, highest] = [-farthestLocation * deviation, 1 + farthestLocation * deviation]
  const createLaw = (location: number) => createTruncatedGaussianLaw(location, deviation)
  if (checkOneOf(spec, "means", "locations") === "means") {
    const means = checkMeans(spec.means, { open: true })
    return buildEnvironment(
      spec,
      means.map((mean) => createLaw(solveMean(mean, (location) => createLaw(location).mean, lowest, highest))),
      means,
    )
  }
  return buildEnvironment(spec, checkNumbers("locations", spec.locations, lowest, highest).map(createLaw))
}

function createTruncatedExponential(spec: TruncatedExponentialSpec): Environment {
  checkFields(spec, ["means", "rates", "lattice"])
  if (checkOneOf(spec, "means", "rates") === "means") {
    const means = checkMeans(spec.means, { open: true })
    const laws = means.map((mean) =>
      createTruncatedExponentialLaw(-solveMean(mean, (lean) => createTruncatedExponentialLaw(-lean).mean, -1e6, 1e6)),
    )
    return buildEnvironment(spec, laws, means)
  }
  return buildEnvironment(spec, checkNumbers("rates", spec.rates, -1e6, 1e6).map(createTruncatedExponentialLaw))
}

function buildEnvironment(
  { kind, lattice }: Latticed & { readonly kind: string },
  laws: readonly RewardLaw[],
  means: readonly number[] = laws.map((law) => law.mean),
): Environment {
  if (lattice === undefined) return createContinuousEnvironment(kind, laws, means)
  checkNumber("lattice", lattice, 2, 4096)
  // Powers of two only: sums of such rewards, and their division by the steps, are exact.
  if (2 ** Math.round(Math.log2(lattice)) !== lattice)
    throw invalidParameter(`lattice must be a power of two, got ${lattice}`)
  return createLatticedEnvironment(kind, laws, means, lattice)
}

function createTwoPoint(spec: TwoPointSpec): Environment {
  checkFields(spec, ["means", "low", "high"])
  const low = checkNumber("low", spec.low, 0, 1)
  const high = checkNumber("high", spec.high, 0, 1)
  if (!(low < high)) throw invalidParameter(`low must be below high, got ${low} and ${high}`)
  return createTwoPointEnvironment(low, high, checkMeans(spec.means, { low, high }))
}

function createReplay(spec: ReplaySpec): Environment {
  checkFields(spec, ["names", "rewards", "by"])
  const { rewards, by = "pulls" } = spec
  if (by !== "pulls" && by !== "rounds")
    throw invalidParameter(`by must be "pulls" or "rounds", got ${JSON.stringify(by)}`)
  const isTable = Array.isArray(rewards) && rewards.length >= 2 && rewards.every((column) => column.length > 0)
  if (!isTable) throw invalidParameter("recorded rewards must be lists for at least two arms, none empty")
  for (const [arm, column] of rewards.entries())
    if (!column.every((reward: unknown) => typeof reward === "number" && reward >= 0 && reward <= 1))
      throw invalidParameter(`recorded rewards of arm ${arm} must be numbers in [0, 1]`)
  if (by === "pulls") return replayEnvironment(spec)
  const { length } = rewards[0]
  const short = rewards.findIndex((column) => column.length !== length)
  if (short !== -1)
    throw invalidParameter(
      `recorded rewards by rounds must have equally many rows of all arms, got ${rewards[short].length} of arm ${short} and ${length} of arm 0`,
    )
  return replayRounds(spec)
}
