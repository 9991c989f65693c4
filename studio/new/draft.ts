// The content of the form, as typed. read.ts parses it, and problems.ts finds what must be fixed.

import { careful } from "../text/privacy-levels.ts"

/** A yes-or-no outcome that must not get worse. */
export interface Guardrail {
  readonly name: string
  readonly worse: "higher" | "lower"
  /** How often it happens today, in %. Only the plan uses it. */
  readonly rate: string
  /** How much worse it may be; `null` takes the proposal. */
  readonly margin: string | null
  /** How soon it would come; `null` is the wait for an answer. */
  readonly soon: string | null
}

export const emptyGuardrail: Guardrail = { name: "", worse: "higher", rate: "5", margin: null, soon: null }

/** One attribute: a list of levels, or a number in a range. */
export interface AttributeDraft {
  readonly name: string
  readonly kind: "levels" | "number"
  readonly levels: readonly string[]
  readonly from: string
  readonly to: string
  /** Equal parts of the range; if empty, the effect is a straight line. */
  readonly bands: string
}

export const emptyAttribute: AttributeDraft = {
  name: "",
  kind: "levels",
  levels: [],
  from: "0",
  to: "100",
  bands: "4",
}

/** How people are shared between options. */
export type Allocation = "shift" | "compare" | "even"

/** One of the named levels, or a figure. */
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
  /** The option that everyone is given today; the first if empty. */
  readonly control: string
  /** The most options it may ever have; if empty, none can be added. */
  readonly mostOptions: string
  readonly kind: "yes-no" | "number"
  readonly min: string
  readonly max: string
  /** Answers beyond the bounds count as the bound; otherwise they are refused. */
  readonly isClipped: boolean
  /** Whether people who do nothing send an answer. It decides what may be public: no default. */
  readonly answers: "all" | "successes" | null
  readonly window: string
  /** Expectations that only the plan uses: how many answer, and how long that takes. */
  readonly answerShare: string
  readonly delay: string
  /** Missing answers are left out instead of counted as a constant. Needs public arrivals. */
  readonly isSilenceLeftOut: boolean
  /** The value of a missing answer, where answers are numbers; the smallest if empty. */
  readonly silenceValue: string
  readonly worthwhile: string
  readonly guardrails: readonly Guardrail[]
  /** Whether an option that surely does harm is stopped or only reported. */
  readonly onHarm: "stop_arm" | "notify"
  /** Whether an option that surely does worse than the control is stopped. */
  readonly isWorseStopped: boolean
  readonly people: string
  readonly perDay: string
  /** The share of people who take part, in %. */
  readonly trafficShare: string
  /** Local times of a datetime field, such as 2026-11-20T09:00; empty for now, and for no end. */
  readonly starts: string
  readonly ends: string
  /** Days after the end until it is archived, and until answers are removed; empty for never. */
  readonly archiveDays: string
  readonly purgeDays: string
  /** The option for new people once the planned number is reached. */
  readonly afterTarget: "recommended" | "control"
  readonly isSticky: boolean
  /** How many answers of one person count, where people may change options. */
  readonly cap: string
  readonly allocation: Allocation
  /** The share of people who are given an option at random, in %, with "compare". */
  readonly evenShare: string
  /** Finishes by itself once a winner is clear. */
  readonly isAutoStopped: boolean
  /** Known attributes of a person that may decide the option; empty: there are none. */
  readonly attributes: readonly AttributeDraft[]
  /** Agreed: anyone who can see decisions can see the attributes they were made for. */
  readonly isContextSeen: boolean
  readonly groups: readonly string[]
  /** A name, `newPopulation` for one that is created with the experiment, or nothing. */
  readonly population: string
  readonly populationName: string
  readonly populationLimit: string
  readonly privacy: PrivacyDraft
  readonly isArrivalSecret: boolean
  /** Only successes are sent, and everyone may see who sent one. */
  readonly acceptsPublicOutcomes: boolean
  /** Expectations that only the plan uses. */
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
  archiveDays: "",
  purgeDays: "",
  afterTarget: "recommended",
  isSticky: true,
  cap: "1",
  allocation: "compare",
  evenShare: "20",
  isAutoStopped: false,
  attributes: [],
  isContextSeen: false,
  groups: [],
  population: "",
  populationName: "",
  // Enough for one light experiment, or four careful ones.
  populationLimit: "85",
  privacy: { by: "level", eta: careful.eta },
  isArrivalSecret: false,
  acceptsPublicOutcomes: false,
  best: "50 %",
  lead: "10 points",
}

/** Expectations by what is sent: successes are rare, and small differences matter. */
const guesses = {
  all: { answerShare: "70", lead: "10 points" },
  successes: { answerShare: "11", lead: "2 points" },
} as const

/** Also replaces the guesses that depend on the answer, unless they were typed. */
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
