// The context that a request declares: checks what belongs together, and gives the algorithm that
// learns with it.

import { ArmisticeError, type ContextAttributes, type ContextPlan } from "@armistice/core"
import { planContext } from "@armistice/core/context"
import { type Experiment, getMaxArms } from "../experiment.ts"
import type { ExperimentRequest } from "../experiment-request.ts"
import { ServiceError } from "../service-error.ts"
import { checkTexts } from "../text.ts"

/** The algorithm of every experiment with context. */
export const contextAlgorithm = "gdp-context"

/** Arms times the square of one more than the features: what the state holds. */
const mostCells = 20_000

/** Refuses a context that the experiment cannot have. Returns its attributes; null: it has none. */
export function checkContext(request: ExperimentRequest): ContextAttributes | null {
  const { context, segments, algorithm, onWorse, onHarm } = request
  if (context === undefined) {
    if (algorithm?.name !== contextAlgorithm) return null
    throw refusal(`${contextAlgorithm} must be declared by context.attributes, got no context`)
  }
  if ((context.protection as string | undefined) !== "none")
    throw refusal('context.protection must be "none": decisions tell the attributes they were made for')
  if (segments !== undefined)
    throw refusal("context and segments must not be given together: make the segments an attribute")
  if (algorithm !== undefined && algorithm.name !== contextAlgorithm)
    throw refusal(`an experiment with context must have the algorithm ${contextAlgorithm}, got ${algorithm.name}`)
  if (onWorse === "stop_arm")
    throw refusal("onWorse must be keep with context, where an arm may be worst for some and best for others")
  if (onHarm === "stop_arm")
    throw refusal("onHarm must be notify with context, where metrics are not compared: arms serve different people")
  return checkSize(request, context.attributes)
}

function checkSize(request: ExperimentRequest, given: ContextAttributes): ContextAttributes {
  const { attributes, features } = planned(given)
  for (const [name, attribute] of Object.entries(attributes))
    checkTexts("names and levels of attributes", [name, ...("levels" in attribute ? attribute.levels : [])])
  const cells = getMaxArms(request) * (features + 1) ** 2
  if (cells <= mostCells) return attributes
  throw refusal(
    `arms times the square of features plus one must be at most ${mostCells}, got ${cells} (${features} features)`,
  )
}

function planned(attributes: ContextAttributes): ContextPlan {
  try {
    return planContext(attributes)
  } catch (error) {
    if (error instanceof ArmisticeError) throw refusal(error.message)
    throw error
  }
}

/** The models and releases of an experiment with context; null: it has no context. */
export function readContextPlan({ algorithm }: Pick<Experiment, "algorithm">): ContextPlan | null {
  const { attributes } = algorithm.parameters
  return typeof attributes === "object" ? planContext(attributes) : null
}

const refusal = (message: string) => new ServiceError("invalid_parameter", message)
