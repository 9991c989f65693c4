// What can be concluded from what was released, as the API gives it.

import { type Static, Type } from "typebox"
import { Next, oneOf, orNull, states, statuses, Time } from "./parts.ts"

const StateName = oneOf(states, "clear and no_difference hold whenever one looks, for all arms of the segment together")

const Segment = orNull(Type.String(), "null where the experiment has no segments")

const Figures = {
  mean: orNull(Type.Number(), "in the reward's own units; null before the arm's first release"),
  low: orNull(Type.Number()),
  high: orNull(Type.Number()),
}

const Difference = {
  arm: Type.String(),
  difference: orNull(Type.Number(), "the leader's mean less this arm's"),
  low: orNull(Type.Number()),
  high: orNull(Type.Number()),
}

export const Results = Type.Object({
  level: Type.Number({ description: "of intervals and of the verdict" }),
  status: oneOf(statuses, "where the experiment stands"),
  release: Type.Integer({ description: "the latest release's entry in the ledger; 0 before the first" }),
  at: orNull(Time, "when it was made"),
  segments: Type.Array(
    Type.Object({
      segment: Segment,
      state: StateName,
      sentence: Type.String({ description: "the verdict in plain words" }),
      leader: orNull(Type.String(), "the arm most likely to be best; null before the first release"),
      recommended: orNull(
        Type.String(),
        "the leader; once learning is over the arm served since then. Null: the fallback arm",
      ),
      worthwhile: Type.Number({ description: "the least difference that matters" }),
      arms: Type.Array(
        Type.Object({
          arm: Type.String(),
          decisions: Type.Integer({ description: "that are learned from" }),
          rewards: orNull(
            Type.Integer(),
            "that came for them; null with private arrivals, or where they were not counted",
          ),
          ...Figures,
          probabilityBest: orNull(Type.Number(), "given the releases; a model's, not proved"),
          missing: orNull(Type.Number(), "share of the decisions without a reward so far; null like rewards"),
        }),
      ),
      differences: Type.Array(
        Type.Object({
          ...Difference,
          lift: orNull(
            Type.Number(),
            "the difference as a share of this arm's mean; null where that means nothing, and of more than fifty arms beside those least likely to be best",
          ),
          liftLow: orNull(Type.Number()),
          liftHigh: orNull(Type.Number()),
        }),
      ),
      metrics: Type.Array(
        Type.Object({
          name: Type.String(),
          arms: Type.Array(Type.Object({ arm: Type.String(), ...Figures })),
          differences: Type.Array(Type.Object(Difference)),
          harmed: Type.Boolean({ description: "surely worse with the leader than with another arm" }),
        }),
      ),
    }),
  ),
})

export const ResultsHistory = Type.Object({
  results: Type.Array(
    Type.Object({
      release: Type.Integer({ description: "its entry in the ledger" }),
      at: Time,
      segment: Segment,
      state: StateName,
      leader: orNull(Type.String()),
      decisions: orNull(
        Type.Integer(),
        "of all arms by then, that are learned from; null in results that an older version kept",
      ),
      released: Type.Object({
        arm: Type.String(),
        metric: orNull(Type.String(), "null: of the reward"),
        count: Type.Integer({ description: "rewards in the release" }),
        value: orNull(Type.Number(), "all that the arm has released so far, noise included, in rewards from 0 to 1"),
      }),
      arms: Type.Array(
        Type.Object({
          arm: Type.String(),
          decisions: orNull(Type.Integer(), "of this arm by then; null like those of all"),
          ...Figures,
          probabilityBest: orNull(Type.Number()),
        }),
        { description: "of more than 50 the likeliest and the one released; the others are as they were before" },
      ),
    }),
  ),
  next: Next,
})

export type Results = Static<typeof Results>
export type ResultsHistory = Static<typeof ResultsHistory>
