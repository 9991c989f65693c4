// Results of a store as text: a sentence for each segment, and a table of its arms.

import { shortNumber } from "@armistice/lab"
import { table } from "../print/table.ts"

type Stored = Awaited<ReturnType<typeof import("@armistice/service").readResults>>[number]
type Segment = Stored["segments"][number]

export function resultsText({ experiment, name, status, release, at, segments }: Stored): string {
  const when = at === null ? "nothing released yet" : `release ${release}, ${at}`
  return `${experiment}  ${name}  ${status}, ${when}\n${segments.map(segmentText).join("")}`
}

function segmentText({ segment, state, sentence, recommended, arms, metrics }: Segment): string {
  const place = segment === null ? "" : `${segment}: `
  const rows = arms.map(({ arm, decisions, unansweredShare, mean, low, high, probabilityBest }) => [
    arm,
    String(decisions),
    share(unansweredShare),
    withInterval({ mean, low, high }),
    share(probabilityBest),
    ...metrics.map((metric) => {
      const isWorse = metric.differences.some((one) => one.arm === arm && one.state === "worse")
      return `${withInterval(metric.arms.find((one) => one.arm === arm) ?? none)}${isWorse ? ", worse" : ""}`
    }),
  ])
  const columns = [...heads, ...metrics.map(({ name }) => name)]
  return `${place}${state}. ${sentence} Recommended: ${recommended ?? "none"}.\n${table([columns, ...rows], { indent: "  " })}\n`
}

const heads = ["arm", "decisions", "unanswered", "mean (95 %)", "chance to be best"]

const none = { mean: null, low: null, high: null }

const withInterval = ({ mean, low, high }: { mean: number | null; low: number | null; high: number | null }): string =>
  mean === null ? "" : `${shortNumber(mean)} (${shortNumber(low ?? 0)} to ${shortNumber(high ?? 0)})`

const share = (value: number | null): string => (value === null ? "" : `${(100 * value).toFixed(1)} %`)
