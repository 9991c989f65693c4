// The privacy statement as the API gives it.

import { type Static, Type } from "typebox"
import { orNull } from "./shared.ts"

export const StatementView = Type.Object({
  at: Type.String({ format: "date-time", description: "when the ledger was checked for it" }),
  eta: orNull(Type.Number(), "the most that one person can lose; null: nothing is promised"),
  rightOf100: Type.Number({
    description: "at most so many of 100 guesses which of two records a person has are right; 50 is chance",
  }),
  epsilons: Type.Array(Type.Object({ delta: Type.Number(), epsilon: Type.Number() })),
  onceEta: orNull(Type.Number(), "for a person who gave one reward and no more; null: nothing is promised even then"),
  releases: Type.Integer({ description: "in the ledger" }),
  head: Type.String({ description: "of the ledger's chain" }),
  problem: orNull(Type.String(), "what is wrong with the ledger; null: its chain and its spend are in order"),
})

/** The privacy statement of an experiment, for a review board. */
export type StatementView = Static<typeof StatementView>
