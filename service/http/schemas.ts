// Every shape the API takes or gives. One schema validates, types, serialises and documents (OpenAPI).

import { type Static, Type } from "typebox"
import { experimentIdPattern, mostMetrics } from "../experiment.ts"
import { textPattern } from "../text.ts"
import { StoppedArm } from "./schemas/arms.ts"
import { MetricCreate, MetricSpent, MetricValues, MetricView } from "./schemas/metrics.ts"
import { GivenTime, Next, oneOf, orNull, statuses, strict, Time } from "./schemas/parts.ts"
import { PopulationName, SubjectNormalisation } from "./schemas/population.ts"

/** New text of a caller's own. */
const text = (about: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, pattern: textPattern, description: about })

const subjectText = (about: string) => text(about, 512)

/** A name that must be among the experiment's: which may be older than the rule for new ones. */
const nameOfOld = (about: string) => Type.String({ minLength: 1, maxLength: 100, description: about })

/** Ids travel in paths, so they are plain; the first character keeps "." and ".." out. */
const idPattern = "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$"

export const ExperimentId = Type.String({ pattern: experimentIdPattern, description: "id of an experiment" })
export const DecisionId = Type.String({
  pattern: idPattern,
  description: "the caller's own id, or one the service made",
})

export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: "stable, for programs; docs/errors.md lists them all" }),
    detail: Type.String({ description: "what must hold, and what was given" }),
    spent: Type.Optional(Type.Number()),
    requested: Type.Optional(orNull(Type.Number())),
    limit: Type.Optional(Type.Number()),
    subjectEta: Type.Optional(Type.Number()),
  },
  { description: "an error (RFC 9457)" },
)

const Description = Type.String({ maxLength: 2000, pattern: textPattern, description: "for people; may be empty" })

const Labels = Type.Array(text("a word to find it by", 50), { maxItems: 20, description: "words to find it by" })

export const WordsEdit = Type.Object(
  {
    name: Type.Optional(text("for people")),
    description: Type.Optional(Description),
    labels: Type.Optional(Labels),
  },
  { ...strict, minProperties: 1, description: "what is left out stays as it is" },
)

const AlgorithmChoice = Type.Object(
  { name: text("name in the catalogue", 64) },
  {
    additionalProperties: Type.Union([Type.Number(), Type.String({ maxLength: 64, pattern: textPattern })]),
    propertyNames: { pattern: textPattern },
    maxProperties: 20,
    description: "an algorithm and its parameters by name",
  },
)

export const ExperimentCreate = Type.Object(
  {
    name: text("for people"),
    description: Type.Optional(Description),
    labels: Type.Optional(Labels),
    arms: Type.Array(text("name of an arm", 100), { minItems: 2, maxItems: 1000, description: "names of the arms" }),
    horizon: Type.Integer({
      minimum: 2,
      maximum: 2 ** 32,
      description: "decisions that are learned from, in each segment",
    }),
    privacy: Type.Optional(
      Type.Object(
        {
          eta: Type.Optional(Type.Number({ minimum: 1e-6, maximum: 1e6 })),
          epsilon: Type.Optional(Type.Number({ minimum: 1e-6, maximum: 1e6 })),
          delta: Type.Optional(Type.Number({ minimum: 0, exclusiveMaximum: 1 })),
        },
        {
          ...strict,
          description: "the largest loss allowed: eta (GDP), or epsilon with delta (0 or left out: pure DP)",
        },
      ),
    ),
    protects: Type.Optional(
      oneOf(
        ["reward", "subject"],
        "what the target is for: one reward, or all rewards of one subject (needs subjectCap)",
      ),
    ),
    algorithm: Type.Optional(AlgorithmChoice),
    acceptWeakPrivacy: Type.Optional(
      Type.Boolean({
        description: "allows eta above 10, for a reward or for a subject (subjectCap times eta), or no guarantee",
      }),
    ),
    reward: Type.Optional(
      Type.Object(
        { min: Type.Number({ minimum: -1e15, maximum: 1e15 }), max: Type.Number({ minimum: -1e15, maximum: 1e15 }) },
        strict,
      ),
    ),
    subjectCap: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e9, description: "decisions of one subject that are learned from" }),
    ),
    sticky: Type.Optional(Type.Boolean({ description: "a subject keeps its first arm" })),
    population: Type.Optional(PopulationName),
    subjectNormalisation: Type.Optional(SubjectNormalisation),
    segments: Type.Optional(
      Type.Array(text("name of a public part of the traffic, which learns by itself", 100), {
        minItems: 1,
        maxItems: 100,
      }),
    ),
    control: Type.Optional(
      text("the arm served while paused, and where nothing is known to be better; the first if left out", 100),
    ),
    answers: Type.Optional(
      oneOf(
        ["all", "successes"],
        "whether people who do nothing send an answer too, or only successes are sent; required",
      ),
    ),
    arrivals: Type.Optional(
      oneOf(
        ["public", "private"],
        "whether others may see who answered; left out: public for all, private for successes",
      ),
    ),
    acceptPublicArrivals: Type.Optional(
      Type.Boolean({ description: "allows public arrivals where only successes are sent: outcomes are public then" }),
    ),
    rewardWindowSeconds: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: 3.2e7, description: "how long a reward may take" }),
    ),
    missing: Type.Optional(
      Type.Union([Type.Number(), Type.Literal("ignore")], {
        description: "what a decision that nobody answers in time is worth; the lower bound if left out",
      }),
    ),
    ripeSeconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 3.2e7,
        description: "public arrivals: an answer counts once its decision is this old; 0 if left out",
      }),
    ),
    worthwhile: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 2e15,
        description:
          "the least difference of means that matters, in the reward's units; a hundredth of the range if left out",
      }),
    ),
    evenShare: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "share of decisions dealt evenly, so that a verdict comes sooner",
      }),
    ),
    clip: Type.Optional(
      Type.Boolean({
        description:
          "true: values beyond the bounds of the reward or of a metric count as the bound; else they are refused",
      }),
    ),
    stopWhen: Type.Optional(
      Type.Literal("clear", {
        description: "finishes by itself once the verdict is clear in every segment, and its metrics are known",
      }),
    ),
    startsAt: Type.Optional(GivenTime("people take part from then on; before, everyone gets the control")),
    endsAt: Type.Optional(GivenTime("people take part until then; from then on, everyone gets the control")),
    trafficShare: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          "share of people who take part, by a keyed hash of their subject; the others get the control and are not learned from",
      }),
    ),
    afterTarget: Type.Optional(
      oneOf(
        ["recommended", "control"],
        "what new people get once the planned number is reached; the recommended arm if left out",
      ),
    ),
    onHarm: Type.Optional(
      oneOf(
        ["stop_arm", "notify"],
        "what happens once a metric is surely worse with an arm than with the control: the arm is stopped (if left out), or webhooks are told only",
      ),
    ),
    onWorse: Type.Optional(
      oneOf(
        ["keep", "stop_arm"],
        "what happens to an arm whose reward is surely worse than the control's by more than worthwhile; keep if left out",
      ),
    ),
    stickyMoveTo: Type.Optional(
      oneOf(
        ["control", "recommended"],
        "what people get whose arm is stopped: the control (if left out), or the recommended arm",
      ),
    ),
    maxArms: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 1000,
        description: "arms it may have in all; without it no arm can be added later",
      }),
    ),
    tickSeconds: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: 86_400, description: "private arrivals: when windows end" }),
    ),
    metrics: Type.Optional(
      Type.Array(MetricCreate, { maxItems: mostMetrics, description: "further outcomes, which do not steer the arms" }),
    ),
  },
  strict,
)

export const ExperimentCopy = Type.Object(
  {
    ...Type.Partial(ExperimentCreate).properties,
    like: Type.String({ pattern: experimentIdPattern, description: "copies this experiment; given fields override" }),
  },
  strict,
)

/** One whole, or like another one. */
export const ExperimentBody = Type.Object(Type.Partial(ExperimentCopy).properties, {
  ...strict,
  anyOf: [{ required: ["name", "arms", "horizon"] }, { required: ["like"] }],
})

const Guarantee = Type.Object({
  kind: oneOf(["gdp", "pure", "none"]),
  eta: orNull(Type.Number()),
  epsilon: Type.Optional(Type.Number()),
  published: Type.Optional(Type.Number()),
  tight: Type.Optional(Type.Number()),
})

const StatusName = oneOf(statuses, "where the experiment stands")

const Learning = oneOf(
  ["on", "stopped_after_restore"],
  "stopped where subjects are counted and the store was restored, until accept-restore",
)

export const ExperimentView = Type.Object({
  id: ExperimentId,
  name: Type.String(),
  description: Type.String(),
  labels: Type.Array(Type.String()),
  status: StatusName,
  learning: Learning,
  arms: Type.Array(Type.String()),
  horizon: Type.Integer(),
  reward: Type.Object({ min: Type.Number(), max: Type.Number() }),
  algorithm: Type.Object({ name: Type.String() }, { additionalProperties: Type.Union([Type.Number(), Type.String()]) }),
  guarantee: Guarantee,
  subject: Type.Object({
    cap: orNull(Type.Integer()),
    eta: orNull(Type.Number()),
  }),
  protects: Type.String(),
  sticky: Type.Boolean(),
  population: orNull(Type.String(), "whose limit it keeps to"),
  subjectNormalisation: SubjectNormalisation,
  segments: orNull(Type.Array(Type.String())),
  control: Type.String({
    description:
      "served while paused, outside the dates and to people who do not take part; where it is stopped, the first arm that is not",
  }),
  answers: oneOf(["all", "successes"]),
  arrivals: Type.String(),
  outcomes: oneOf(["private", "public"], "public where only successes are sent and arrivals are public"),
  rewardWindowSeconds: Type.Number(),
  missing: Type.Union([Type.Number(), Type.Literal("ignore")]),
  ripeSeconds: Type.Number({ description: "as it is now" }),
  tickSeconds: orNull(Type.Number()),
  worthwhile: Type.Number(),
  evenShare: Type.Number(),
  clip: Type.Boolean({ description: "whether values beyond their bounds count as the bound" }),
  stopWhen: orNull(Type.Literal("clear")),
  startsAt: orNull(Time, "null: when it was created"),
  endsAt: orNull(Time, "null: it has no end of its own"),
  trafficShare: Type.Number({ description: "share of people who take part" }),
  afterTarget: oneOf(["recommended", "control"], "what new people get once the planned number is reached"),
  serve: orNull(
    oneOf(["control", "sticky"]),
    "while paused: everyone gets the control, or people with a sticky arm keep it; null: it is not paused",
  ),
  everyone: Type.Boolean({
    description: "finished, and people with a sticky arm were moved to the served arm as well",
  }),
  harmSeen: Type.Boolean({ description: "false: harm was found that nobody has marked as seen" }),
  onHarm: oneOf(["stop_arm", "notify"]),
  onWorse: oneOf(["keep", "stop_arm"]),
  stickyMoveTo: oneOf(["control", "recommended"]),
  maxArms: orNull(Type.Integer(), "arms it may have in all; null: none can be added"),
  stopped: Type.Array(StoppedArm, { description: "arms that nobody gets any more" }),
  metrics: Type.Array(MetricView),
  createdAt: Time,
})

export const ExperimentDetail = Type.Object({
  ...ExperimentView.properties,
  purgedAt: orNull(Time, "when its rewards were removed; null: they were not"),
  progress: Type.Array(
    Type.Object({
      segment: orNull(Type.String()),
      round: Type.Integer({ description: "decisions so far that are learned from" }),
      decisions: Type.Record(Type.String(), Type.Integer(), { description: "of these, by arm" }),
      recommended: orNull(Type.String(), "the arm served once learning is over; null without a release: the control"),
    }),
  ),
})

export const PurgedExperiment = Type.Object({
  ...ExperimentView.properties,
  purgedAt: Type.String({ format: "date-time", description: "when its rewards were removed" }),
})

export const DecisionCreate = Type.Object(
  {
    decisionId: Type.Optional(DecisionId),
    subject: Type.Optional(subjectText("whom the decision is for; stored as a keyed hash only")),
    segment: Type.Optional(nameOfOld("one of the experiment's segments")),
    excludeArms: Type.Optional(
      Type.Array(nameOfOld("name of an arm"), {
        maxItems: 1000,
        description: "not to be chosen this time; for public reasons only",
      }),
    ),
  },
  strict,
)

const Outside = Type.Optional(
  oneOf(
    ["dates", "traffic"],
    "why the control was served: the moment is outside the experiment's dates, or the subject is not in the share that takes part",
  ),
)

const FirstArm = Type.Optional(Type.String({ description: "what was given first, where something else is served now" }))

export const DecisionView = Type.Object({
  decisionId: Type.String(),
  arm: Type.String({ description: "served now" }),
  firstArm: FirstArm,
  status: StatusName,
  outside: Outside,
})

export const PauseOptions = Type.Object(
  {
    serve: Type.Optional(
      oneOf(["control", "sticky"], "what people with a sticky arm get: the control (if left out), or their arm"),
    ),
  },
  strict,
)

export const FinishOptions = Type.Object(
  {
    everyone: Type.Optional(Type.Boolean({ description: "true: people with a sticky arm get the served arm too" })),
    arm: Type.Optional(nameOfOld("the arm to serve; the recommended one if left out")),
  },
  strict,
)

export const DecisionDetail = Type.Object({
  decisionId: Type.String(),
  arm: Type.String({ description: "served now" }),
  firstArm: FirstArm,
  status: StatusName,
  rewarded: orNull(Type.Boolean(), "null where arrivals are private, or purged"),
})

const outcome = {
  value: Type.Optional(Type.Number({ description: "the reward, within the experiment's bounds" })),
  metrics: Type.Optional(MetricValues),
}

export const RewardCreate = Type.Object(outcome, {
  ...strict,
  minProperties: 1,
  description: "the reward, values of metrics, or both",
})

/** At the one address that an experiment has for all rewards. */
export const RewardGiven = Type.Object(
  {
    decisionId: Type.Optional(DecisionId),
    subject: Type.Optional(subjectText("whom the reward is from, in a sticky experiment")),
    ...RewardCreate.properties,
  },
  { additionalProperties: false, minProperties: 2, description: "of the decision that is named, or of the subject" },
)

export const RewardRepeated = Type.Object(
  { repeated: Type.Boolean() },
  { description: "public arrivals: some of it had come before, and that counts, whatever this is; the rest counts" },
)

const largestBatch = 1000

export const DecisionBatch = Type.Object(
  { decisions: Type.Array(DecisionCreate, { minItems: 1, maxItems: largestBatch }) },
  strict,
)

export const RewardBatch = Type.Object(
  {
    rewards: Type.Array(Type.Object({ decisionId: DecisionId, ...outcome }, { ...strict, minProperties: 2 }), {
      minItems: 1,
      maxItems: largestBatch,
    }),
  },
  strict,
)

export const DecisionBatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.Integer({ description: "as if sent alone" }),
      decisionId: Type.Optional(Type.String()),
      arm: Type.Optional(Type.String()),
      firstArm: FirstArm,
      outside: Outside,
      experimentStatus: Type.Optional(StatusName),
      problem: Type.Optional(Problem),
    }),
  ),
})

export const RewardBatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      decisionId: Type.String(),
      status: Type.Integer({ description: "as if sent alone" }),
      repeated: Type.Optional(Type.Boolean({ description: "an earlier reward counts instead" })),
      problem: Type.Optional(Problem),
    }),
  ),
})

export const PrivacyView = Type.Object({
  guarantee: Guarantee,
  protects: Type.String(),
  neighbours: Type.String(),
  spent: orNull(Type.Number(), "the filter's counter; not itself a promise"),
  limit: orNull(Type.Number()),
  outcomes: oneOf(
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

export type ExperimentCreate = Static<typeof ExperimentCreate>
export type ExperimentCopy = Static<typeof ExperimentCopy>
export type WordsEdit = Static<typeof WordsEdit>
export type ExperimentView = Static<typeof ExperimentView>
export type ExperimentDetail = Static<typeof ExperimentDetail>
export type PurgedExperiment = Static<typeof PurgedExperiment>
export type DecisionCreate = Static<typeof DecisionCreate>
export type PauseOptions = Static<typeof PauseOptions>
export type FinishOptions = Static<typeof FinishOptions>
export type DecisionView = Static<typeof DecisionView>
export type DecisionDetail = Static<typeof DecisionDetail>
export type DecisionBatchResult = Static<typeof DecisionBatchResult>
export type RewardBatchResult = Static<typeof RewardBatchResult>
export type PrivacyView = Static<typeof PrivacyView>
export type Estimates = Static<typeof Estimates>
export type LedgerPage = Static<typeof LedgerPage>
export type Problem = Static<typeof Problem>
