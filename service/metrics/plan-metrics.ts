// Checks the metrics of a request and computes their guarantees.

import { composeSequential, type Guarantee, gdpGuarantee, noGuarantee } from "@armistice/core"
import { type Experiment, type Metric, mostMetrics } from "../experiment.ts"
import type { MetricRequest } from "../experiment-request.ts"
import { liveGuarantee } from "../live/live-loss.ts"
import { rewardToSteps } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"
import { checkDifferent, checkTexts, quoted } from "../text.ts"

/** `windowSeconds`: the window of the reward. */
export function planMetrics(
  requested: readonly MetricRequest[] = [],
  windowSeconds: number,
): Pick<Experiment, "metrics"> {
  if (requested.length === 0) return {}
  if (requested.length > mostMetrics)
    throw new ServiceError("invalid_parameter", `metrics must be at most ${mostMetrics}, got ${requested.length}`)
  const names = requested.map(({ name }) => name)
  checkTexts("names of metrics", names)
  checkDifferent("metrics must have different names", names)
  // Values come as an object with a field for each metric, and names of Object.prototype would
  // collide.
  const special = names.find((name) => name in Object.prototype)
  if (special !== undefined)
    throw new ServiceError(
      "invalid_parameter",
      `a metric must not be named like a property of every object, got ${quoted(special)}`,
    )
  return { metrics: requested.map((metric) => planMetric(metric, windowSeconds)) }
}

function planMetric(requested: MetricRequest, rewardWindow: number): Metric {
  const { name, min = 0, max = 1, eta, worse = "higher", default: given = min, margin = 0 } = requested
  const { windowSeconds = rewardWindow } = requested
  if (!(max - min > 0 && Number.isFinite(max - min)))
    throw new ServiceError("invalid_parameter", `min of a metric must be below its max, got ${min} and ${max}`)
  rewardToSteps(given, { min, max }, "the default of a metric")
  if (windowSeconds > rewardWindow)
    throw new ServiceError(
      "invalid_parameter",
      `windowSeconds of a metric must be at most rewardWindowSeconds, ${rewardWindow}, got ${windowSeconds}`,
    )
  if (!(margin >= 0 && margin < max - min))
    throw new ServiceError(
      "invalid_parameter",
      `margin of a metric must be at least 0 and below its range, ${max - min}, got ${margin}`,
    )
  const limit = liveGuarantee(gdpGuarantee(eta)).eta as number
  return { name, min, max, eta, limit, worse, default: given, windowSeconds, margin }
}

const listLimits = ({ metrics = [] }: Pick<Experiment, "metrics">): number[] => metrics.map(({ limit }) => limit)

/** The guarantee of a reward and its metrics together; a pure guarantee counts with its eta. */
export function composeMetrics(reward: Guarantee, planned: Pick<Experiment, "metrics">): Guarantee {
  if (planned.metrics === undefined) return reward
  if (reward.eta === null) return noGuarantee
  return gdpGuarantee(composeSequential([reward.eta, ...listLimits(planned)]))
}

/** The part of a loss for all outcomes of a decision that is left for the reward. */
export function subtractMetrics(total: number, planned: Pick<Experiment, "metrics">): number {
  const limits = listLimits(planned)
  const squares = limits.reduce((sum, limit) => sum + limit * limit, 0)
  let left = Math.sqrt(Math.max(0, total * total - squares))
  // Rounding must not raise the total above the target.
  for (let step = Number.EPSILON; left > 0 && composeSequential([left, ...limits]) > total; step *= 2) left *= 1 - step
  if (left > 0) return left
  throw new ServiceError(
    "invalid_parameter",
    `eta must leave a part for the reward, got ${total} with metrics that take ${composeSequential(limits)}`,
  )
}
