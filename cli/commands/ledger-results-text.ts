// Results of a store as text: a sentence for each segment, and a table of its arms.

import { shortNumber } from "@armistice/core/text"
import { formatPercent } from "../print/numbers.ts"
import { formatTable } from "../print/table.ts"
import { formatGroups } from "./groups-text.ts"

type Stored = Awaited<ReturnType<typeof import("@armistice/service").readResults>>[number]
type Segment = Stored["segments"][number]

export function formatResults(stored: Stored): string {
  const { experiment, name, status, release, at, segments } = stored
  const when = at === null ? "nothing released yet" : `release ${release}, ${at}`
  return `${experiment}  ${name}  ${status}, ${when}\n${segments.map(formatSegment).join("")}${formatGroups(stored)}`
}

function formatSegment(shown: Segment): string {
  const { segment, state, sentence, recommended, leader, certainty, arms, metrics, integrity } = shown
  const place = segment === null ? "" : `${segment}: `
  const rows = arms.map(({ arm, decisions, unansweredShare, mean, low, high }) => [
    arm,
    String(decisions),
    formatShare(unansweredShare),
    withInterval({ mean, low, high }),
    arm === leader ? (certainty === null ? "none yet" : formatShare(certainty)) : "",
    ...metrics.map((metric) => {
      const isWorse = metric.differences.some((one) => one.arm === arm && one.state === "worse")
      return `${withInterval(metric.arms.find((one) => one.arm === arm) ?? none)}${isWorse ? ", worse" : ""}`
    }),
  ])
  const columns = [...heads, ...metrics.map(({ name }) => name)]
  const found = (integrity ?? []).map(({ sentence: what, advice }) => `  ${what} ${advice}\n`).join("")
  return `${place}${state}. ${sentence} Recommended: ${recommended ?? "none"}.\n${formatTable([columns, ...rows], { indent: "  " })}\n${details(arms)}${found}`
}

const heads = ["arm", "decisions", "unanswered", "mean (95 %)", "certainty it is best"]

/** Only the likeliest arms are named. */
const mostNamed = 5

/** The probability of being best, by a model: verdicts do not use it. */
function details(arms: Segment["arms"]): string {
  const likely = arms
    .flatMap(({ arm, probabilityBest }) => (probabilityBest === null ? [] : [{ arm, probabilityBest }]))
    .sort((one, other) => other.probabilityBest - one.probabilityBest)
    .slice(0, mostNamed)
    .map(({ arm, probabilityBest }) => `${arm} ${formatShare(probabilityBest)}`)
  return likely.length === 0 ? "" : `  details: by a model, given the releases, best is ${likely.join(", ")}\n`
}

const none = { mean: null, low: null, high: null }

const withInterval = ({ mean, low, high }: { mean: number | null; low: number | null; high: number | null }): string =>
  mean === null ? "" : `${shortNumber(mean)} (${shortNumber(low ?? 0)} to ${shortNumber(high ?? 0)})`

const formatShare = (value: number | null): string => (value === null ? "" : formatPercent(value))
