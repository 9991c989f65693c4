// Evaluates flags: one flag decides as a decision does; many flags only assign arms, and nothing
// begins (docs/openfeature.md).

import type { GivenArm, Look } from "../assignments/assignment-requests.ts"
import { formatPoint, parseContext } from "../context/decision-context.ts"
import { chooseSegment } from "../operations/decide.ts"
import type { Service } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import { describeEvaluation, describeFailure, type EvaluationFailure } from "./evaluation-answer.ts"
import { type EvaluationContext, pickContext } from "./evaluation-request.ts"
import { findFlag, listFlags, severalNamed } from "./find-flags.ts"

/** The key that asks: its lineage, and the experiments that it is limited to. */
export interface Evaluator {
  readonly lineage: string
  readonly experiments: readonly string[] | null
}

export async function evaluateFlag(service: Service, flag: string, given: EvaluationContext, by: Evaluator) {
  const live = await findFlag(service, flag, by.experiments)
  const { targetingKey: subject } = given
  const decided = await service.decide(live.experiment.id, { subject, ...pickContext(live, given) }, by.lineage)
  return describeEvaluation(flag, live, decided)
}

export async function evaluateFlags(service: Service, given: EvaluationContext, by: Evaluator) {
  const flags = await listFlags(service, by.experiments)
  const counts = new Map<string, number>()
  for (const { name } of flags) counts.set(name, (counts.get(name) ?? 0) + 1)
  const asked = await Promise.all(
    flags.map(async ({ id, name }) => {
      if ((counts.get(name) as number) > 1) return severalNamed(name)
      try {
        return await prepareLook(service, id, given)
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) return error
        throw error
      }
    }),
  )
  const arms = await service.assign(asked.flatMap((one) => (one instanceof ServiceError ? [] : [one])))
  let next = 0
  return flags.flatMap(({ name }, index): (EvaluationFailure | ReturnType<typeof describeEvaluation>)[] => {
    const look = asked[index] as Look | ServiceError
    const outcome = look instanceof ServiceError ? look : (arms[next++] as GivenArm | ServiceError)
    if (!(look instanceof ServiceError || outcome instanceof ServiceError))
      return [describeEvaluation(name, look.live, outcome)]
    const error = outcome as ServiceError
    // Archived since it was listed.
    return error.code === "experiment_archived" ? [] : [describeFailure(error, name)]
  })
}

/** The request to one experiment for the person of this evaluation. */
async function prepareLook(service: Service, id: string, given: EvaluationContext): Promise<Look> {
  const live = await service.live(id)
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  const { segment, context } = pickContext(live, given)
  return {
    live,
    subject: given.targetingKey,
    segment: chooseSegment(live.experiment, segment),
    context: formatPoint(parseContext(live.algorithm.context, context)),
  }
}
