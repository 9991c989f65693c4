// A new experiment like another one: what was asked for then, what it is called now, and over both what is given.

import type { ExperimentRequest } from "./create-experiment.ts"
import type { StoredExperiment } from "./store/store.ts"

export interface ExperimentCopy extends Partial<ExperimentRequest> {
  /** The id of the other one. */
  readonly like: string
}

export const isCopy = (request: ExperimentRequest | ExperimentCopy): request is ExperimentCopy => "like" in request

/** `arms`: those it has now, added ones included. */
export function likeRequest(
  { experiment, words }: StoredExperiment,
  arms: readonly string[],
  copy: ExperimentCopy,
): ExperimentRequest {
  const { like: _like, ...given } = copy
  const { name, horizon, segments } = experiment
  const rest = experiment.asked
  return { name, ...words, arms, horizon, ...(segments === null ? {} : { segments }), ...rest, ...given }
}

/**
 * The part of a request that an experiment keeps so that it can be copied: what its definition does not have as it was given. A copy takes
 * place at another time, so dates are left out.
 */
export type Asked = Omit<
  ExperimentRequest,
  "name" | "description" | "labels" | "arms" | "horizon" | "segments" | "startsAt" | "endsAt"
>

export function askedOf(request: ExperimentRequest): Asked {
  const { name: _name, description: _description, labels: _labels, arms: _arms, ...others } = request
  const { horizon: _horizon, segments: _segments, startsAt: _startsAt, endsAt: _endsAt, ...asked } = others
  return asked
}
