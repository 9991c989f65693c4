// Results as the API gives them.

import { type Static, Type } from "typebox"
import { integrityKinds } from "../../results/integrity-finding.ts"
import { createNameSchema, Next, orNull, segmentStates, states, statuses, Time } from "./shared.ts"

const StateName = createNameSchema(
  states,
  "clear and no_difference hold whenever one looks, for all arms of the segment together",
)

const SegmentState = createNameSchema(
  segmentStates,
  "as it is now; ended_undecided: the planned number was reached, every window is over, and nothing can be concluded",
)

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

const DifferenceWithLift = Type.Object({
  ...Difference,
  lift: orNull(
    Type.Number(),
    "the difference as a share of this arm's mean; null where that means nothing, and of more than fifty arms beside those least likely to be best",
  ),
  liftLow: orNull(Type.Number()),
  liftHigh: orNull(Type.Number()),
})

const Integrity = Type.Object({
  kind: createNameSchema(integrityKinds, "what was found; figures that it does not have are null"),
  sentence: Type.String(),
  advice: Type.String({ description: "what to do" }),
  arm: orNull(Type.String(), "is answered more often than other by an age of the decision (answers_differ)"),
  other: orNull(Type.String()),
  share: orNull(
    Type.Number(),
    "of arm's decisions answered by then; before answers stopped; of answers that the key sent",
  ),
  otherShare: orNull(Type.Number()),
  seconds: orNull(Type.Number(), "the age"),
  count: orNull(Type.Integer(), "decisions without an answer (silent), or answers to unknown decisions"),
  key: orNull(Type.String(), "the id of the first key in its line of rotations (one_key)"),
  since: orNull(Time, "when the latest answer came (silent)"),
})

const GroupView = Type.Object({
  group: Type.String({ description: "its levels, in the order of attributes" }),
  levels: Type.Record(Type.String(), Type.String(), { description: "by attribute" }),
  share: Type.Number({ description: "of all decisions so far" }),
  state: StateName,
  leader: orNull(Type.String(), "the arm that did best for these people; null before their first release"),
  lead: orNull(
    Type.Object(Difference, { description: "the leader against the arm after it" }),
    "null where there is no such arm with figures",
  ),
  recommended: orNull(Type.String(), "what such people get once learning is over; null: the control"),
  arms: Type.Array(
    Type.Object({
      arm: Type.String(),
      decisions: orNull(Type.Integer(), "null where they are not counted"),
      ...Figures,
    }),
  ),
})

const PersonalisationView = Type.Object({
  state: createNameSchema(
    ["too_early", "helps", "does_not_help_by_more_than", "same_for_all"],
    "whether an own arm for each group is better than one arm for all; helps holds whenever one looks. does_not_help_by_more_than: at most by worthwhile",
  ),
  value: orNull(
    Type.Object({ low: Type.Number(), high: Type.Number() }),
    "what it brings for each decision, in the reward's units; null before every group has figures",
  ),
  best: orNull(Type.String(), "the best single arm; null: not known yet"),
  policy: Type.Array(orNull(Type.String()), { description: "the best arm for each group, in the order of groups" }),
})

export const Results = Type.Object({
  level: Type.Number({ description: "of intervals and of the verdict" }),
  status: createNameSchema(statuses, "where the experiment stands"),
  release: Type.Integer({ description: "the latest release's entry in the ledger; 0 before the first" }),
  at: orNull(Time, "when it was made"),
  groups: Type.Optional(orNull(Type.Array(GroupView), "with context only; null where attributes alone are released")),
  personalisation: Type.Optional(orNull(PersonalisationView, "with context only; null like groups")),
  segments: Type.Array(
    Type.Object({
      segment: Segment,
      state: SegmentState,
      sentence: Type.String({ description: "the verdict in plain words" }),
      leader: orNull(Type.String(), "the arm that did best of those not stopped; null before the first release"),
      next: orNull(Type.String(), "the arm after the leader; null where there is none with figures"),
      order: Type.Array(Type.String(), { description: "all arms from the best on; stopped ones come last" }),
      certainty: orNull(
        Type.Number(),
        "that the leader is better than every other arm, however often one looks; null below one half",
      ),
      recommended: orNull(
        Type.String(),
        "the leader; once learning is over the arm served since then. Null: the control",
      ),
      worthwhile: Type.Number({ description: "the least difference that matters" }),
      arms: Type.Array(
        Type.Object({
          arm: Type.String(),
          decisions: Type.Integer({ description: "that are learned from" }),
          rewards: orNull(Type.Integer(), "answers that joined so far; null with private arrivals"),
          ...Figures,
          probabilityBest: orNull(Type.Number(), "given the releases; a model's, not proved"),
          unansweredShare: orNull(
            Type.Number(),
            "share without an answer, of the decisions whose window is over; null before the first, and like rewards",
          ),
        }),
      ),
      differences: Type.Array(DifferenceWithLift),
      lead: orNull(DifferenceWithLift, "the difference to `next`; null where there is no such arm"),
      metrics: Type.Array(
        Type.Object({
          name: Type.String(),
          arms: Type.Array(Type.Object({ arm: Type.String(), ...Figures })),
          differences: Type.Array(
            Type.Object({
              ...Difference,
              state: createNameSchema(
                ["fine", "unknown", "worse"],
                "fine: surely no worse than with the control by more than the margin; worse: surely worse by more than that",
              ),
            }),
            { description: "of every arm but the control, less the control's mean" },
          ),
        }),
      ),
      worse: Type.Array(
        Type.Object({ arm: Type.String(), difference: Type.Number(), low: Type.Number(), high: Type.Number() }),
        {
          description:
            "arms whose reward is surely worse than the control's by more than worthwhile, less the control's mean",
        },
      ),
      stoppedArms: Type.Array(Type.String(), { description: "that nobody gets any more; their figures stay" }),
      harm: Type.Array(Type.Object({ arm: Type.String(), metric: Type.String() }), {
        description: "arms with which a metric is surely worse than with the control, by more than its margin",
      }),
      outstanding: Type.Integer({
        description: "decisions whose window is not over and that have not joined; private arrivals: answered or not",
      }),
      firstFigures: orNull(
        Type.Object({
          answers: orNull(Type.Integer(), "still needed until every arm has a release; null with private arrivals"),
          at: orNull(
            Time,
            "public arrivals: when that may be, at the present rate; private: when it will be, by the decisions made so far",
          ),
        }),
        "null once every arm has a release",
      ),
      answeredShares: orNull(
        Type.Array(
          Type.Object({
            arm: Type.String(),
            ages: Type.Array(Type.Object({ seconds: Type.Number(), share: Type.Number() })),
          }),
        ),
        "by arm and age of the decision, the share that was answered by then; null with private arrivals",
      ),
      sharesDiffer: orNull(
        Type.Object({
          arm: Type.String(),
          share: Type.Number(),
          other: Type.String(),
          otherShare: Type.Number(),
          seconds: Type.Number(),
        }),
        "two arms that are surely not answered alike by the same age; null: none are",
      ),
      proposedRipeSeconds: orNull(
        Type.Number(),
        "an age by which nearly everyone who answers has answered, for POST …/ripe; null: there is nothing to propose",
      ),
      nearlyAllLargest: Type.Boolean({
        description: "nearly every answer is the largest value, by releases alone: perhaps only successes are sent",
      }),
      nearlyAllSmallest: Type.Boolean({
        description: "nearly every answer is the smallest value, by releases alone: perhaps no successes are sent",
      }),
      integrity: orNull(
        Type.Array(Integrity),
        "what is wrong with how answers come, in this segment or in the whole experiment; answers_differ, silent and one_key together are false in at most 5 % of experiments, however often one looks; null with private arrivals",
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
      decisions: orNull(Type.Integer(), "of all arms by then, that are learned from"),
      released: Type.Object({
        arm: Type.String(),
        metric: orNull(Type.String(), "null: of the reward"),
        coordinate: Type.Optional(Type.Integer({ description: "with context: which sum; 0: the arm's total" })),
        count: Type.Integer({ description: "rewards in the release" }),
        value: orNull(
          Type.Number(),
          "all that the arm has released so far, noise included, in rewards from 0 to 1; null with context",
        ),
      }),
      arms: Type.Array(
        Type.Object({
          arm: Type.String(),
          decisions: orNull(Type.Integer(), "of this arm by then"),
          ...Figures,
          probabilityBest: orNull(Type.Number()),
        }),
        { description: "of more than 50 the likeliest and the one released; the others are as they were before" },
      ),
    }),
  ),
  next: Next,
})

/** The current verdict of each segment, with the figures behind it. */
export type Results = Static<typeof Results>
/** The verdicts of a segment after each release. */
export type ResultsHistory = Static<typeof ResultsHistory>
