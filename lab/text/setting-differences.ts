// Differences between the simulations of one table: arms, rounds, delivery and seed.

import { formatCount, shortNumber } from "@armistice/core/text"
import type { DelayByValueSpec, DelaySpec } from "../engines/delay-law.ts"
import type { DeliverySpec } from "../engines/delivery.ts"
import type { TimelessResult } from "../replication/simulation-result.ts"

type Manifest = TimelessResult["manifest"]

/** One part of the setting in which simulations differ. */
export interface SettingDifference {
  readonly part: "arms" | "rounds" | "delivery" | "seed"
  /** Short words for it, such as "Bernoulli 0.6, 0.5". */
  readonly describe: (result: TimelessResult) => string
}

const parts: readonly SettingDifference[] = [
  { part: "arms", describe: ({ means, manifest }) => describeLaws(means, manifest.environment) },
  { part: "rounds", describe: ({ horizon }) => `${formatCount(horizon)} rounds` },
  { part: "delivery", describe: ({ manifest }) => describeDelivery(manifest.delivery) },
  { part: "seed", describe: ({ seed }) => `seed ${seed}` },
]

/** The parts of the setting that are not alike in all of these results. */
export const listDifferences = (results: readonly TimelessResult[]): readonly SettingDifference[] =>
  parts.filter(({ describe }) => new Set(results.map(describe)).size > 1)

const environmentLabels: Readonly<Record<Manifest["environment"]["kind"], string>> = {
  bernoulli: "Bernoulli",
  beta: "Beta",
  "truncated-gaussian": "truncated Gaussian",
  "truncated-exponential": "truncated exponential",
  "two-point": "two-point",
  replay: "recorded",
  context: "context-dependent",
  "drawn-context": "context-dependent",
  piecewise: "piecewise constant Bernoulli",
  drifting: "drifting Bernoulli",
  seasonal: "seasonal Bernoulli",
  module: "own",
}

export const labelEnvironment = (environment: Manifest["environment"]): string =>
  environment.kind === "module" ? environment.name : environmentLabels[environment.kind]

/** "Beta 0.6, 0.5, concentration 5". */
function describeLaws(means: readonly number[], environment: Manifest["environment"]): string {
  const numbers = Object.entries(environment).flatMap(([name, value]) =>
    typeof value === "number" ? [`${name} ${shortNumber(value)}`] : [],
  )
  return `${labelEnvironment(environment)} ${[describeMeans(means, environment), ...numbers].join(", ")}`
}

/** Means over all rounds would hide how they change: "0.6, 0.4 to 0.4, 0.6" drifts. */
function describeMeans(means: readonly number[], environment: Manifest["environment"]): string {
  if (environment.kind === "drifting") return `${listMeans(environment.means)} to ${listMeans(environment.to)}`
  if (environment.kind === "seasonal") return `${listMeans(environment.means)} ± ${listMeans(environment.swing)}`
  if (environment.kind !== "piecewise") return listMeans(means)
  const pieces = environment.pieces.map((piece) => `${listMeans(piece.means)} for ${shortNumber(piece.rounds)}`)
  const shown = pieces.length > 4 ? [...pieces.slice(0, 3), "…", ...pieces.slice(-1)] : pieces
  return `${shown.join(", then ")}${environment.repeat === true ? ", repeated" : ""}`
}

function listMeans(means: readonly number[]): string {
  const shown = means.slice(0, 5).map((mean) => String(Number(mean.toPrecision(3))))
  return [...shown, ...(means.length > 5 ? ["…"] : [])].join(", ")
}

/** "exponential delays of 200, 30 % silent, window 500". */
function describeDelivery(delivery: DeliverySpec | undefined): string {
  if (delivery === undefined) return "at once"
  const { delay, silence = 0, window, missing = 0, ripe = 0, arrivals, answers, doubling = 0 } = delivery
  const shares = (typeof silence === "number" ? [silence] : silence).map((share) => shortNumber(100 * share))
  const words = [
    delay === undefined ? "" : describeDelay(delay),
    shares.some((share) => share !== "0") ? `${shares.join(", ")} % silent` : "",
    window === undefined ? "" : `window ${shortNumber(window)}`,
    missing === "ignore" ? "silence ignored" : missing === 0 ? "" : `silence worth ${shortNumber(missing)}`,
    ripe === 0 ? "" : `ripe at ${shortNumber(ripe)}`,
    arrivals === "private" ? "private arrivals" : "",
    answers === "successes" ? "successes only" : "",
    doubling === 0 ? "" : `${shortNumber(100 * doubling)} % twice`,
  ].filter((word) => word !== "")
  return words.length === 0 ? "at once" : words.join(", ")
}

function describeDelay(delay: DelaySpec | DelayByValueSpec): string {
  if (delay.kind === "by value") return `0: ${describeDelay(delay.zero)}, 1: ${describeDelay(delay.one)}`
  if (delay.kind === "fixed") return delay.rounds === 0 ? "at once" : `delays of ${shortNumber(delay.rounds)}`
  return `${delay.kind} delays of ${shortNumber(delay.mean)}`
}
