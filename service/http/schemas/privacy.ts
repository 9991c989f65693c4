// The guarantee, the ledger and estimates.

import { type Static, Type } from "typebox"
import { MetricSpent } from "./metrics.ts"
import { createNameSchema, Guarantee, Next, orNull } from "./shared.ts"

export const PrivacyView = Type.Object({
  guarantee: Guarantee,
  protects: Type.String(),
  neighbours: Type.String(),
  spent: orNull(Type.Number(), "the filter's counter; not itself a promise"),
  limit: orNull(Type.Number()),
  outcomes: createNameSchema(
    ["private", "public"],
    "public where only successes are sent and arrivals are public: then the guarantee covers nobody's outcome",
  ),
  ripeSeconds: Type.Number({ description: "as it was at creation: entries of the ledger may only raise it" }),
  metrics: Type.Array(MetricSpent, { description: "each with a filter of its own" }),
  restores: Type.Integer({
    description: "how often the store was restored from a copy since the experiment was created",
  }),
  subject: Type.Object({
    cap: orNull(Type.Integer()),
    eta: orNull(Type.Number(), "what one subject can lose: (restores + 1) · cap · guarantee.eta"),
    provided: Type.Optional(Type.String({ description: "what this rests on after a restore" })),
  }),
  epsilons: Type.Array(Type.Object({ delta: Type.Number(), epsilon: Type.Number() }), {
    description: "the same guarantee as (epsilon, delta)",
  }),
  ledger: Type.Object({ entries: Type.Integer(), head: Type.String() }),
})

export const Estimates = Type.Object({
  level: Type.Number({ description: "coverage of each interval" }),
  estimates: Type.Array(
    Type.Object({
      segment: orNull(Type.String()),
      group: Type.Optional(Type.String({ description: "with context: of whom" })),
      arm: Type.String(),
      rewards: Type.Integer({ description: "rewards behind it, all of them released" }),
      mean: Type.Number(),
      low: Type.Number(),
      high: Type.Number(),
    }),
  ),
})

const LedgerEntryView = Type.Object({
  experiment: Type.String(),
  index: Type.Integer(),
  metric: Type.Optional(Type.String({ description: "whose values were released; missing: rewards" })),
  segment: Type.String(),
  arm: Type.Integer(),
  block: Type.Integer(),
  count: Type.Integer(),
  mechanism: Type.String(),
  line: Type.Optional(Type.Integer()),
  carried: Type.Optional(Type.String()),
  deviation: Type.Optional(Type.String()),
  step: Type.Optional(Type.Integer()),
  coordinate: Type.Optional(Type.Integer({ description: "with context: which sum of the arm; 0: its total" })),
  share: Type.Optional(Type.Number({ description: "with context: the part of a reward's weight that the total has" })),
  ripeSeconds: Type.Optional(Type.Number()),
  cause: Type.Optional(Type.String({ description: "why an arm was stopped: harm, worse or person" })),
  name: Type.Optional(Type.String({ description: "of an arm that was added" })),
  horizon: Type.Optional(Type.Integer({ description: "from then on, where it was extended" })),
  eta: Type.Number(),
  epsilon: orNull(Type.Number()),
  spent: Type.Number(),
  at: Type.Integer(),
  commitment: Type.String(),
  previous: Type.String(),
  hash: Type.String(),
})

export const LedgerPage = Type.Object({
  first: Type.String({ description: "what the first entry is chained to" }),
  entries: Type.Array(LedgerEntryView),
  next: Next,
})

/** The guarantee of an experiment, and its spend. */
export type PrivacyView = Static<typeof PrivacyView>
/** The estimated mean of each arm, with an interval, from what was released. */
export type Estimates = Static<typeof Estimates>
/** A page of the public ledger of an experiment. */
export type LedgerPage = Static<typeof LedgerPage>
