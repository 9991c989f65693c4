// What the form holds, as it was typed. read.ts parses it, and problems.ts finds what must be fixed.

import { careful } from "../text/privacy-levels.ts"

/** An outcome of yes or no that must not get worse. */
export interface Guardrail {
  readonly name: string
  readonly worse: "higher" | "lower"
  /** How often it happens today, in %; for the plan alone. */
  readonly rate: string
  /** How much worse it may be; null: as proposed. */
  readonly margin: string | null
  /** How soon it would come; null: within the wait for an answer. */
  readonly soon: string | null
}

export const emptyGuardrail: Guardrail = { name: "", worse: "higher", rate: "5", margin: null, soon: null }

/** How people are shared between options. */
export type Allocation = "shift" | "compare" | "even"

/** One of the named levels, or a figure of one's own. */
export type PrivacyDraft =
  | { readonly by: "level"; readonly eta: number }
  | { readonly by: "guesses" | "eta"; readonly text: string }
  | { readonly by: "epsilon"; readonly text: string; readonly delta: string }

export interface Draft {
  readonly name: string
  readonly description: string
  /** Separated by commas. */
  readonly labels: string
  readonly options: readonly string[]
  /** The option that everyone is given today; empty: the first. */
  readonly control: string
  /** How many options it may have in all, where some may be added later; empty: none. */
  readonly mostOptions: string
  readonly kind: "yes-no" | "number"
  readonly min: string
  readonly max: string
  /** Whether answers beyond the bounds count as the bound; else they are refused. */
  readonly isClipped: boolean
  /** Whether people who do nothing send an answer. Nothing is chosen beforehand: it decides what may be public. */
  readonly answers: "all" | "successes" | null
  readonly window: string
  /** What one expects, for the plan alone: how many answer, and how long that takes. */
  readonly answerShare: string
  readonly delay: string
  /** Decisions without an answer are left out instead of counted as a constant; only where arrivals are public. */
  readonly isSilenceLeftOut: boolean
  /** What no answer counts as, where answers are numbers; empty: as the smallest. */
  readonly silenceValue: string
  readonly worthwhile: string
  readonly guardrails: readonly Guardrail[]
  /** Whether an option that surely does harm is stopped, or people are only told. */
  readonly onHarm: "stop_arm" | "notify"
  /** Whether an option is stopped that surely does worse than the control. */
  readonly isWorseStopped: boolean
  readonly people: string
  readonly perDay: string
  /** The share of people who take part, in %. */
  readonly trafficShare: string
  /** Local times as a browser gives them, such as 2026-11-20T09:00; empty: now, and no end. */
  readonly starts: string
  readonly ends: string
  /** What new people get once the planned number is reached. */
  readonly afterTarget: "recommended" | "control"
  readonly isSticky: boolean
  /** How many answers of one person count, where people may change option. */
  readonly cap: string
  readonly allocation: Allocation
  /** With "compare": the share of people who are given an option at random, in %. */
  readonly evenShare: string
  /** Finishes by itself once a winner is clear. */
  readonly isAutoStopped: boolean
  readonly groups: readonly string[]
  /** A name; empty: none; `newPopulation`: one that is made with the experiment. */
  readonly population: string
  readonly populationName: string
  readonly populationLimit: string
  readonly privacy: PrivacyDraft
  readonly isArrivalSecret: boolean
  /** Only successes are sent and it may be seen who sent one. */
  readonly acceptsPublicOutcomes: boolean
  /** What one expects, for the plan alone. */
  readonly best: string
  readonly lead: string
}

export const newPopulation = "\n"

export const emptyDraft: Draft = {
  name: "",
  description: "",
  labels: "",
  options: ["", ""],
  control: "",
  mostOptions: "",
  kind: "yes-no",
  min: "0",
  max: "100",
  isClipped: true,
  answers: null,
  window: "7 days",
  answerShare: "70",
  delay: "12 hours",
  isSilenceLeftOut: false,
  silenceValue: "",
  worthwhile: "1 point",
  guardrails: [],
  onHarm: "stop_arm",
  isWorseStopped: false,
  people: "20,000",
  perDay: "1,000",
  trafficShare: "100",
  starts: "",
  ends: "",
  afterTarget: "recommended",
  isSticky: true,
  cap: "1",
  allocation: "compare",
  evenShare: "20",
  isAutoStopped: false,
  groups: [],
  population: "",
  populationName: "",
  // Room for one light experiment, or four careful ones.
  populationLimit: "85",
  privacy: { by: "level", eta: careful.eta },
  isArrivalSecret: false,
  acceptsPublicOutcomes: false,
  best: "50 %",
  lead: "10 points",
}

/** Guesses that fit what is sent: of successes there are few, and small differences matter. */
const guesses = {
  all: { answerShare: "70", lead: "10 points" },
  successes: { answerShare: "11", lead: "2 points" },
} as const

/** What changes with the answer to "Do people who do nothing send an answer?". Guesses that someone typed stay. */
export function chooseAnswers(draft: Draft, answers: "all" | "successes"): Partial<Draft> {
  const before = guesses[draft.answers ?? "all"]
  const after = guesses[answers]
  return {
    answers,
    isArrivalSecret: answers === "successes",
    acceptsPublicOutcomes: false,
    ...(draft.answerShare === before.answerShare ? { answerShare: after.answerShare } : {}),
    ...(draft.lead === before.lead ? { lead: after.lead } : {}),
  }
}

/** Only successes are sent, and everyone could see who sent one. */
export const makesOutcomesPublic = ({ answers, isArrivalSecret }: Pick<Draft, "answers" | "isArrivalSecret">) =>
  answers === "successes" && !isArrivalSecret
