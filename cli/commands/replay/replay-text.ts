// A replay as text: how much of the record was used, the reward or regret, and what the intervals
// cover.

import type { Guarantee, Parameters } from "@armistice/core"
import { algorithmLabel, type DataInterval, type LogReplay, type TableReplay } from "@armistice/lab"
import { formatGuarantee } from "../../print/format-guarantee.ts"
import { formatInterval, formatPercent, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

interface ReplaySummary {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly arms: readonly string[]
  readonly tables: number
  readonly runs: number
  readonly guarantee: Guarantee
  readonly shares: readonly number[]
}

const describeMean = (found: DataInterval): string =>
  `${formatQuantity(found.mean)} (95 % interval ${formatInterval(found)})`

const describeNoise = ({ tables, runs }: ReplaySummary): string =>
  `Intervals cover the data's own noise: ${formatShortCount(runs)} runs on each of ${formatShortCount(tables)} data sets drawn from it.`

export function formatLogReplay(
  replay: ReplaySummary & LogReplay & { readonly arePropensitiesGiven: boolean },
): string {
  const { events, used, reward, logged, arms, shares, guarantee } = replay
  const rows = [
    [
      "used",
      `${formatShortCount(Math.round(used.events))} of ${formatShortCount(events)} events, ${formatPercent(used.share, 2)} of the log`,
    ],
    ["reward", describeMean(reward)],
    ["as logged", describeMean(logged)],
    ["guarantee", formatGuarantee(guarantee)],
  ]
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    "",
    formatTable(rows, { left: [0, 1] }),
    "",
    formatTable([["arm", "share"], ...arms.map((name, arm) => [name, formatPercent(shares[arm] ?? 0, 2)])], {
      left: [0],
    }),
    "",
    describeNoise(replay),
    ...(replay.arePropensitiesGiven ? [] : ["Without propensities arms are assumed to have been assigned at random."]),
    "",
  ].join("\n")
}

export function formatTableReplay(replay: ReplaySummary & TableReplay & { readonly horizon: number }): string {
  const { rows, means, regret, arms, shares, guarantee, horizon } = replay
  return [
    algorithmLabel(replay.algorithm, replay.parameters),
    `${arms.length} arms of ${formatShortCount(rows)} recorded rewards each, ${formatShortCount(horizon)} rounds`,
    "",
    formatTable(
      [
        ["regret", describeMean(regret)],
        ["guarantee", formatGuarantee(guarantee)],
      ],
      { left: [0, 1] },
    ),
    "",
    formatTable(
      [
        ["arm", "mean", "share"],
        ...arms.map((name, arm) => [name, formatQuantity(means[arm] ?? 0), formatPercent(shares[arm] ?? 0, 2)]),
      ],
      { left: [0] },
    ),
    "",
    describeNoise(replay),
    "",
  ].join("\n")
}
