// A request that copies an experiment: its original request, its current metadata, and fields that
// override both.

import type { CopyRequest, ExperimentRequest, RequestTemplate } from "./experiment-request.ts"
import type { StoredExperiment } from "./store/rows.ts"

export const isCopy = (request: ExperimentRequest | CopyRequest): request is CopyRequest => "like" in request

/** `arms`: the current ones, with added arms. */
export function copyRequest(
  { experiment, metadata }: StoredExperiment,
  arms: readonly string[],
  copy: CopyRequest,
): ExperimentRequest {
  const { like: _like, ...given } = copy
  const { horizon, segments } = experiment
  const rest = experiment.template
  return { ...metadata, arms, horizon, ...(segments === null ? {} : { segments }), ...rest, ...given }
}

export function requestTemplate(request: ExperimentRequest): RequestTemplate {
  const { name: _name, description: _description, labels: _labels, arms: _arms, ...others } = request
  const { horizon: _horizon, segments: _segments, startsAt: _startsAt, endsAt: _endsAt, ...template } = others
  return template
}
