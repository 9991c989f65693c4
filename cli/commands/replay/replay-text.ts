// A replay for people: how much of the record it could use, what that brought, and where the noise of the interval comes from.

import type { Guarantee, Parameters } from "@armistice/core"
import { algorithmLabel, type DataInterval, type LogReplay, type TableReplay } from "@armistice/lab"
import { guaranteeInWords } from "../../print/guarantee-in-words.ts"
import { count, quantity } from "../../print/numbers.ts"
import { table } from "../../print/table.ts"

interface Replayed {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly arms: readonly string[]
  readonly tables: number
  readonly runs: number
  readonly guarantee: Guarantee
  readonly shares: readonly number[]
}

const interval = ({ mean, low, high }: DataInterval): string =>
  `${quantity(mean)} (95 % interval ${quantity(low)} to ${quantity(high)})`

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

const noiseWords = ({ tables, runs }: Replayed): string =>
  `Intervals cover the data's own noise: ${count(runs)} runs on each of ${count(tables)} data sets drawn from it.`

export function logReplayText(replay: Replayed & LogReplay & { readonly arePropensitiesGiven: boolean }): string {
  const { events, used, reward, logged, arms, shares, guarantee } = replay
  const rows = [
    ["used", `${count(Math.round(used.events))} of ${count(events)} events, ${percent(used.share)} of the log`],
    ["reward", interval(reward)],
    ["as logged", interval(logged)],
    ["guarantee", guaranteeInWords(guarantee)],
  ]
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    "",
    table(rows, { left: [0, 1] }),
    "",
    table([["arm", "share"], ...arms.map((name, arm) => [name, percent(shares[arm] ?? 0)])], { left: [0] }),
    "",
    noiseWords(replay),
    ...(replay.arePropensitiesGiven
      ? []
      : ["Without propensities arms are taken to have been dealt at random, whoever came."]),
    "",
  ].join("\n")
}

export function tableReplayText(replay: Replayed & TableReplay & { readonly horizon: number }): string {
  const { rows, means, regret, arms, shares, guarantee, horizon } = replay
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    `${arms.length} arms of ${count(rows)} recorded rewards each, ${count(horizon)} rounds`,
    "",
    table(
      [
        ["regret", interval(regret)],
        ["guarantee", guaranteeInWords(guarantee)],
      ],
      { left: [0, 1] },
    ),
    "",
    table(
      [
        ["arm", "mean", "share"],
        ...arms.map((name, arm) => [name, quantity(means[arm] ?? 0), percent(shares[arm] ?? 0)]),
      ],
      { left: [0] },
    ),
    "",
    noiseWords(replay),
    "",
  ].join("\n")
}
