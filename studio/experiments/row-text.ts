// The text of a row in the list: a chip with its state, and a few words.

import { mayBeUncounted } from "../experiment/people.ts"
import { isolateName } from "../text/isolate-name.ts"
import { describeHarm, isHarmful } from "./harm-row.ts"
import { describeIntegrity } from "./integrity-row.ts"
import type { ListedExperiment } from "./use-list.ts"

export interface RowText {
  readonly chip: string
  readonly look: string
  readonly words: string
}

type Segment = ListedExperiment["segments"][number]

/** The service's order, the most urgent first. */
const urgency = ["guardrail", "clear", "ended_undecided", "no_difference", "leaning", "too_early", "no_answers"]

const chips: Readonly<Record<string, { chip: string; look: string; short: string }>> = {
  guardrail: { chip: "Guardrail", look: "warn", short: "guardrail" },
  clear: { chip: "Clear", look: "good", short: "clear" },
  ended_undecided: { chip: "Ended undecided", look: "", short: "undecided" },
  no_difference: { chip: "No difference", look: "", short: "no difference" },
  leaning: { chip: "Leaning", look: "accent", short: "leaning" },
  too_early: { chip: "Too early", look: "hollow", short: "early" },
  no_answers: { chip: "No figures yet", look: "hollow", short: "no figures" },
}

const mostNamed = 2

export const findMostUrgent = ({ segments }: Pick<ListedExperiment, "segments">): Segment =>
  segments.reduce((most, one) => (urgency.indexOf(one.state) < urgency.indexOf(most.state) ? one : most))

export function describeRow(row: ListedExperiment, now: number): RowText {
  if (isHarmful(row)) return { chip: "Harm", look: "bad", words: describeHarm(row) }
  if (row.integrity !== null) return describeIntegrity(row.integrity, now)
  const urgent = findMostUrgent(row)
  const isOver = row.status === "finished" || row.status === "archived"
  const group = urgent.segment === null ? "" : `${isolateName(urgent.segment)}: `
  const words = group + (isOver ? describeEnded(urgent, row) : describeRunning(urgent, row))
  if (row.status === "paused") return { chip: "Paused", look: "warn", words }
  if (isOver) return { ...endedChip(row.segments), words }
  const states = new Set(row.segments.map(({ state }) => state))
  const { chip, look } = chips[urgent.state] ?? { chip: urgent.state, look: "" }
  if (states.size === 1) return { chip, look, words }
  const short = ({ segment, state }: Segment) =>
    `${segment === null ? "" : isolateName(segment)} ${chips[state]?.short ?? state}`
  if (row.segments.length <= mostNamed) return { chip: row.segments.map(short).join(", "), look: "hollow", words }
  const alike = row.segments.filter(({ state }) => state === urgent.state).length
  return { chip: `${chips[urgent.state]?.chip} in ${alike} of ${row.segments.length}`, look: "hollow", words }
}

function endedChip(segments: readonly Segment[]): { readonly chip: string; readonly look: string } {
  // As on its own page: an option that makes something worse has not simply won.
  if (segments.some(({ state }) => state === "guardrail")) return { chip: "Guardrail", look: "warn" }
  const won = segments.filter(({ state }) => state === "clear").length
  if (won === segments.length) return { chip: "Winner", look: "" }
  if (won > 0) return { chip: `Winner in ${won} of ${segments.length}`, look: "" }
  return { chip: segments.every(({ state }) => state === "no_difference") ? "No difference" : "No winner", look: "" }
}

function describeEnded(segment: Segment, row: ListedExperiment): string {
  const { state, leader } = segment
  if (leader === null) return "It ended without figures"
  if (state === "no_difference") return "None worth naming"
  const lead = leadText(segment, row)
  const words = `${isolateName(leader)} ${state === "clear" ? "won" : "did best"}${lead === null ? "" : `, ${lead}`}`
  return state === "guardrail" ? `${words}, but another measure got worse` : words
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
  const lead = leadText(segment, row)
  const words = lead === null ? isolateName(leader) : `${isolateName(leader)}, ${lead}`
  return state === "guardrail" ? `${words}, but another measure got worse` : words
}

/** "+8.3 points" for answers from 0 to 1, otherwise in the answer's own units. */
export function leadText(
  { difference }: Pick<Segment, "difference">,
  { reward }: Pick<ListedExperiment, "reward">,
): string | null {
  if (difference === null) return null
  const isShare = reward.min === 0 && reward.max === 1
  if (isShare) return `${signed((100 * difference).toFixed(1))} points`
  return signed(String(Number(difference.toPrecision(3))))
}

const signed = (text: string): string => (text.startsWith("-") ? `−${text.slice(1)}` : `+${text}`)

/** Hundredths of the range of answers, so that all experiments share one axis. */
export const toPoints = (value: number, { min, max }: ListedExperiment["reward"]): number => (100 * value) / (max - min)
