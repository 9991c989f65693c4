// What the form holds, as it was typed. What it amounts to is read.ts's business, and what must be mended problems.ts's.

import { careful } from "../text/privacy-levels.ts"

/** An outcome of yes or no that must not get worse. */
export interface Guardrail {
  readonly name: string
  readonly worse: "higher" | "lower"
}

/** One of the named levels, or a figure of one's own. */
export type Privacy =
  | { readonly by: "level"; readonly eta: number }
  | { readonly by: "guesses" | "eta"; readonly text: string }
  | { readonly by: "epsilon"; readonly text: string; readonly delta: string }

export interface Draft {
  readonly name: string
  /** The first is what everyone is given today. */
  readonly options: readonly string[]
  readonly kind: "yes-no" | "number"
  readonly min: string
  readonly max: string
  readonly window: string
  readonly worthwhile: string
  readonly guardrails: readonly Guardrail[]
  readonly people: string
  readonly perDay: string
  readonly isSticky: boolean
  /** How many answers of one person count, where people may change option. */
  readonly cap: string
  readonly isComparing: boolean
  readonly groups: readonly string[]
  /** A name; empty: none; `newPopulation`: one that is made with the experiment. */
  readonly population: string
  readonly populationName: string
  readonly populationLimit: string
  readonly privacy: Privacy
  readonly isArrivalSecret: boolean
  /** What one expects, for the plan alone. */
  readonly best: string
  readonly lead: string
}

export const newPopulation = "\n"

export const emptyDraft: Draft = {
  name: "",
  options: ["", ""],
  kind: "yes-no",
  min: "0",
  max: "100",
  window: "7 days",
  worthwhile: "1 point",
  guardrails: [],
  people: "20,000",
  perDay: "1,000",
  isSticky: true,
  cap: "1",
  isComparing: true,
  groups: [],
  population: "",
  populationName: "",
  // Room for one light experiment, or four careful ones.
  populationLimit: "85",
  privacy: { by: "level", eta: careful.eta },
  isArrivalSecret: false,
  best: "50 %",
  lead: "10 points",
}
