// The text of a row in the list: a chip with its state, a summary, and the privacy promise.

import { mayBeUncounted } from "../experiment/people.ts"
import { findStop } from "../experiment/stopped-options.ts"
import { findBounds, isLowerWorse } from "../results/measures.ts"
import { hasEnded, urgency } from "../results/ranking.ts"
import { createUnits } from "../results/units.ts"
import { type Chip, verdictChips } from "../results/verdict-parts.ts"
import { isolateName } from "../text/isolate-name.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { formatDuration } from "../text/times.ts"
import type { ListedExperiment } from "./use-list.ts"

export interface RowText extends Chip {
  readonly summary: string
}

type Segment = ListedExperiment["segments"][number]

/** The text after the name of a group. */
const shortStates: Readonly<Record<Segment["state"], string>> = {
  guardrail: "guardrail",
  clear: "clear",
  ended_undecided: "undecided",
  no_difference: "no difference",
  leaning: "leaning",
  too_early: "early",
  no_answers: "no figures",
}

const mostNamed = 2

export const findMostUrgent = ({ segments }: Pick<ListedExperiment, "segments">): Segment =>
  segments.reduce((most, one) => (urgency.indexOf(one.state) < urgency.indexOf(most.state) ? one : most))

export function describeRow(row: ListedExperiment, now: number): RowText {
  if (isHarmful(row)) return { chip: "Harm", chipTone: "bad", summary: describeHarm(row) }
  if (row.integrity !== null) return describeIntegrity(row.integrity, now)
  const urgent = findMostUrgent(row)
  const isOver = hasEnded(row)
  const group = urgent.segment === null ? "" : `${isolateName(urgent.segment)}: `
  const summary = group + (isOver ? describeEnded(urgent, row) : describeRunning(urgent, row))
  if (row.status === "paused") return { chip: "Paused", chipTone: "warn", summary }
  if (isOver) return { ...endedChip(row.segments), summary }
  const states = new Set(row.segments.map(({ state }) => state))
  const { chip, chipTone } = verdictChips[urgent.state]
  if (states.size === 1) return { chip, chipTone, summary }
  const short = ({ segment, state }: Segment) => `${segment === null ? "" : isolateName(segment)} ${shortStates[state]}`
  if (row.segments.length <= mostNamed) return { chip: row.segments.map(short).join(", "), chipTone: "hollow", summary }
  const alike = row.segments.filter(({ state }) => state === urgent.state).length
  return { chip: `${chip} in ${alike} of ${row.segments.length}`, chipTone: "hollow", summary }
}

function endedChip(segments: readonly Segment[]): Chip {
  // As on its own page: an option that makes something worse has not simply won.
  if (segments.some(({ state }) => state === "guardrail")) return verdictChips.guardrail
  const won = segments.filter(({ state }) => state === "clear").length
  if (won === segments.length) return { chip: "Winner", chipTone: "" }
  if (won > 0) return { chip: `Winner in ${won} of ${segments.length}`, chipTone: "" }
  const isSame = segments.every(({ state }) => state === "no_difference")
  return isSame ? verdictChips.no_difference : { chip: "No winner", chipTone: "" }
}

function describeEnded(segment: Segment, row: ListedExperiment): string {
  const { state, leader } = segment
  if (leader === null) return "It ended without figures"
  if (state === "no_difference") return "None worth naming"
  const lead = formatLead(segment, row)
  const summary = `${isolateName(leader)} ${state === "clear" ? "won" : "did best"}${lead === null ? "" : `, ${lead}`}`
  return state === "guardrail" ? `${summary}, but another measure got worse` : summary
}

function describeRunning(segment: Segment, row: ListedExperiment): string {
  const { state, leader } = segment
  // The state is of all groups together.
  if (row.context !== null && state === "clear") return "Every group is decided"
  if (row.context !== null && (state === "too_early" || state === "leaning")) return "Not every group is decided"
  if (state === "ended_undecided") return `${describeEnded(segment, row)}${leader === null ? "" : ", may be zero"}`
  if (leader === null || state === "no_answers")
    return row.decisions > 0
      ? "Waiting for answers"
      : mayBeUncounted(row)
        ? "Nobody is counted yet"
        : "Nobody has come yet"
  if (state === "no_difference") return "None worth naming"
  if (state === "too_early") return "Not enough is known yet"
  const lead = formatLead(segment, row)
  const summary = lead === null ? isolateName(leader) : `${isolateName(leader)}, ${lead}`
  return state === "guardrail" ? `${summary}, but another measure got worse` : summary
}

/** "+8.3 points" for answers from 0 to 1, otherwise in the answer's own units. */
export function formatLead(
  { difference }: Pick<Segment, "difference">,
  { reward }: Pick<ListedExperiment, "reward">,
): string | null {
  if (difference === null) return null
  const units = createUnits(reward)
  return units.addUnit(units.formatDifference(difference, 0, true))
}

/** Hundredths of the range of answers, so that all experiments share one axis. */
export const toPoints = (value: number, { min, max }: ListedExperiment["reward"]): number => (100 * value) / (max - min)

export const isHarmful = ({ harm, harmSeen }: Pick<ListedExperiment, "harm" | "harmSeen">): boolean =>
  harm.length > 0 && !harmSeen

/** "Countdown stopped: complaints +5.8 points". */
function describeHarm(row: Pick<ListedExperiment, "harm" | "metrics" | "stopped">): string {
  const [first] = row.harm
  if (first === undefined) return ""
  const { segment, arm, metric, difference } = first
  const units = createUnits(findBounds(row, { name: metric }))
  const by = difference === null ? "" : ` ${units.addUnit(units.formatDifference(difference, 0, true))}`
  const where = segment === null ? "" : `${isolateName(segment)}: `
  const more = row.harm.length > 1 ? `, and ${row.harm.length - 1} more` : ""
  const verb = isLowerWorse(row, metric) ? "lowers" : "raises"
  return findStop(row, arm) === undefined
    ? `${where}${isolateName(arm)} ${verb} ${metric}:${by === "" ? " surely worse" : by}${more}`
    : `${where}${isolateName(arm)} stopped: ${metric}${by === "" ? " surely worse" : by}${more}`
}

function describeIntegrity(integrity: NonNullable<ListedExperiment["integrity"]>, now: number): RowText {
  const { kind, segment, sentence, share, since } = integrity
  if (kind !== "silent")
    return {
      chip: "Off",
      chipTone: "warn",
      summary: `${segment === null ? "" : `${isolateName(segment)}: `}${sentence}`,
    }
  const time = since === null ? "" : ` for ${formatDuration(now - Date.parse(since))}`
  const usual = share === null ? "" : `, usually ${Math.round(100 * share)} % answer`
  return { chip: "Silent", chipTone: "warn", summary: `No answers${time}${usual}. Is sending broken?` }
}

interface PromiseText {
  readonly figure: string
  readonly unit: string
}

/** The most correct guesses about one person, or that nothing is promised. */
export function describePromise({
  outcomes,
  subject,
  guarantee,
}: Pick<ListedExperiment, "outcomes" | "subject" | "guarantee">): PromiseText {
  const eta = outcomes === "public" ? null : (subject.eta ?? guarantee.eta)
  if (eta === null) return { figure: "–", unit: "no promise" }
  return { figure: String(computeRightGuesses(eta)), unit: subject.eta === null ? "in 100 an answer" : "in 100" }
}
