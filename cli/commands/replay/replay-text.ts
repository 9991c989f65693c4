// A replay for people: how much of the record it could use, what that brought, and where the noise of the interval comes from.

import type { Guarantee, Parameters } from "@armistice/core"
import { algorithmLabel, type DataInterval, type LogReplay, type TableReplay } from "@armistice/lab"
import { formatGuarantee } from "../../print/guarantee-in-words.ts"
import { formatCount, formatQuantity } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

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
  `${formatQuantity(mean)} (95 % interval ${formatQuantity(low)} to ${formatQuantity(high)})`

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

const noiseWords = ({ tables, runs }: Replayed): string =>
  `Intervals cover the data's own noise: ${formatCount(runs)} runs on each of ${formatCount(tables)} data sets drawn from it.`

export function formatLogReplay(replay: Replayed & LogReplay & { readonly arePropensitiesGiven: boolean }): string {
  const { events, used, reward, logged, arms, shares, guarantee } = replay
  const rows = [
    [
      "used",
      `${formatCount(Math.round(used.events))} of ${formatCount(events)} events, ${percent(used.share)} of the log`,
    ],
    ["reward", interval(reward)],
    ["as logged", interval(logged)],
    ["guarantee", formatGuarantee(guarantee)],
  ]
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    "",
    formatTable(rows, { left: [0, 1] }),
    "",
    formatTable([["arm", "share"], ...arms.map((name, arm) => [name, percent(shares[arm] ?? 0)])], { left: [0] }),
    "",
    noiseWords(replay),
    ...(replay.arePropensitiesGiven
      ? []
      : ["Without propensities arms are taken to have been dealt at random, whoever came."]),
    "",
  ].join("\n")
}

export function formatTableReplay(replay: Replayed & TableReplay & { readonly horizon: number }): string {
  const { rows, means, regret, arms, shares, guarantee, horizon } = replay
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    `${arms.length} arms of ${formatCount(rows)} recorded rewards each, ${formatCount(horizon)} rounds`,
    "",
    formatTable(
      [
        ["regret", interval(regret)],
        ["guarantee", formatGuarantee(guarantee)],
      ],
      { left: [0, 1] },
    ),
    "",
    formatTable(
      [
        ["arm", "mean", "share"],
        ...arms.map((name, arm) => [name, formatQuantity(means[arm] ?? 0), percent(shares[arm] ?? 0)]),
      ],
      { left: [0] },
    ),
    "",
    noiseWords(replay),
    "",
  ].join("\n")
}
