// The bodies of requests that create or change an experiment.

import { type Static, Type } from "typebox"
import { experimentIdPattern, mostMetrics } from "../../experiment.ts"
import { textPattern } from "../../text.ts"
import { ContextCreate } from "./context.ts"
import { MetricCreate } from "./metrics.ts"
import { PopulationName, SubjectNormalisation } from "./population.ts"
import { RetentionRequest } from "./retention.ts"
import { createNameSchema, existingName, GivenTime, newText, strict } from "./shared.ts"

const Description = Type.String({ maxLength: 2000, pattern: textPattern, description: "for people; may be empty" })

const Labels = Type.Array(newText("a word to find it by", 50), { maxItems: 20, description: "words to find it by" })

export const MetadataEdit = Type.Object(
  {
    name: Type.Optional(newText("for people")),
    description: Type.Optional(Description),
    labels: Type.Optional(Labels),
  },
  { ...strict, minProperties: 1, description: "what is left out stays as it is" },
)

const AlgorithmChoice = Type.Object(
  { name: newText("name in the catalogue", 64) },
  {
    additionalProperties: Type.Union([Type.Number(), Type.String({ maxLength: 64, pattern: textPattern })]),
    propertyNames: { pattern: textPattern },
    maxProperties: 20,
    description: "an algorithm and its parameters by name",
  },
)

export const ExperimentCreate = Type.Object(
  {
    name: newText("for people"),
    description: Type.Optional(Description),
    labels: Type.Optional(Labels),
    arms: Type.Array(newText("name of an arm", 100), { minItems: 2, maxItems: 1000, description: "names of the arms" }),
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
      createNameSchema(
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
    bulk: Type.Optional(
      Type.Boolean({
        description:
          "sticky experiments: part of OpenFeature's bulk evaluations, which assign an arm; the decision begins at an exposure",
      }),
    ),
    population: Type.Optional(PopulationName),
    subjectNormalisation: Type.Optional(SubjectNormalisation),
    segments: Type.Optional(
      Type.Array(newText("name of a public part of the traffic, which learns by itself", 100), {
        minItems: 1,
        maxItems: 100,
      }),
    ),
    context: Type.Optional(ContextCreate),
    control: Type.Optional(
      newText("the arm served while paused, and where nothing is known to be better; the first if left out", 100),
    ),
    answers: Type.Optional(
      createNameSchema(
        ["all", "successes"],
        "whether people who do nothing send an answer too, or only successes are sent; required",
      ),
    ),
    arrivals: Type.Optional(
      createNameSchema(
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
      createNameSchema(
        ["recommended", "control"],
        "what new people get once the planned number is reached; the recommended arm if left out",
      ),
    ),
    onHarm: Type.Optional(
      createNameSchema(
        ["stop_arm", "notify"],
        "what happens once a metric is surely worse with an arm than with the control: the arm is stopped (if left out), or webhooks are told only",
      ),
    ),
    onWorse: Type.Optional(
      createNameSchema(
        ["keep", "stop_arm"],
        "what happens to an arm whose reward is surely worse than the control's by more than worthwhile; keep if left out",
      ),
    ),
    stickyMoveTo: Type.Optional(
      createNameSchema(
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
    retention: Type.Optional(RetentionRequest),
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

/** A complete definition, or a copy of another experiment. */
export const ExperimentBody = Type.Object(Type.Partial(ExperimentCopy).properties, {
  ...strict,
  anyOf: [{ required: ["name", "arms", "horizon"] }, { required: ["like"] }],
})

export const PauseOptions = Type.Object(
  {
    serve: Type.Optional(
      createNameSchema(
        ["control", "sticky"],
        "what people with a sticky arm get: the control (if left out), or their arm",
      ),
    ),
  },
  strict,
)

export const FinishOptions = Type.Object(
  {
    everyone: Type.Optional(Type.Boolean({ description: "true: people with a sticky arm get the served arm too" })),
    arm: Type.Optional(existingName("the arm to serve; the recommended one if left out")),
  },
  strict,
)

/** The body of a request for a new experiment. */
export type ExperimentCreate = Static<typeof ExperimentCreate>
/** The experiment to copy, and the fields that the copy changes. */
export type ExperimentCopy = Static<typeof ExperimentCopy>
/** The name, description and labels to change. */
export type MetadataEdit = Static<typeof MetadataEdit>
/** The rule for people with a sticky arm while an experiment is paused. */
export type PauseOptions = Static<typeof PauseOptions>
/** The arm to serve once an experiment is finished, and to whom. */
export type FinishOptions = Static<typeof FinishOptions>
