// The contenders of a setting: the recommended algorithm with and without the horizon, and every
// other that can be that private, as tuned with and without the horizon, and as published.

import { type AlgorithmEntry, catalogue, findAlgorithm, type Parameters } from "@armistice/core"
import { recommendedAlgorithm } from "../planning/recommended.ts"
import { type FreeParameters, formatFormName, freeParameters, type PrivateSetting } from "./free-parameters.ts"
import { tunedParameters } from "./tuned-parameters.ts"

/** An algorithm that takes part in a frontier, with its parameters. */
export interface Contender {
  /** The algorithm, and which of its settings. */
  readonly name: string
  readonly algorithm: string
  readonly parameters: Parameters
  /** Whether the parameters follow the horizon. */
  readonly usesHorizon: boolean
}

/** Names of the recommended algorithm among the contenders: with and without the horizon. */
export const recommendedNames = {
  withHorizon: recommendedAlgorithm,
  without: `${recommendedAlgorithm} without horizon`,
} as const

/** The recommended one first: the others are measured against it. */
export function listContenders(eta: number, setting: PrivateSetting): Contender[] {
  const rivals = catalogue.filter(
    ({ name, calibrate }) => calibrate !== undefined && !name.startsWith(recommendedAlgorithm),
  )
  return [...listRecommended(eta, setting), ...rivals.flatMap((entry) => listRivals(entry, eta, setting))]
}

function listRecommended(eta: number, setting: PrivateSetting): Contender[] {
  const fit = findAlgorithm(recommendedAlgorithm).calibrate?.(eta, setting)
  if (!fit) return []
  const algorithm = recommendedAlgorithm
  const planned = { ...fit, horizon: setting.horizon }
  return [
    { name: recommendedNames.withHorizon, algorithm, parameters: planned, usesHorizon: true },
    { name: recommendedNames.without, algorithm, parameters: fit, usesHorizon: false },
  ]
}

function listRivals(entry: AlgorithmEntry, eta: number, setting: PrivateSetting): Contender[] {
  const fit = entry.calibrate?.(eta, setting)
  if (!fit) return []
  const usesHorizon = "horizon" in entry.parameters
  const published = {
    name: `${entry.name}, published`,
    algorithm: entry.name,
    parameters: { ...fit, ...publishedParameters[entry.name], ...(usesHorizon ? { horizon: setting.horizon } : {}) },
    usesHorizon,
  }
  // The defaults, where they are not the published parameters.
  const standard = { ...published, name: `${entry.name}, default`, parameters: fit }
  const defaults = publishedParameters[entry.name] === undefined ? [] : [standard]
  const forms = freeParameters.filter(({ algorithm }) => algorithm === entry.name)
  const tuned = forms.flatMap((free) => tunedContender(free, eta, setting))
  // If tuning keeps the published parameters, they take part once.
  const known = JSON.stringify(published.parameters)
  return [published, ...defaults, ...tuned.filter(({ parameters }) => JSON.stringify(parameters) !== known)]
}

/** Published parameters, where the defaults differ. */
const publishedParameters: Readonly<Record<string, Parameters>> = {
  "dp-imed": { batchRatio: 2, firstBatch: 1 },
  "dp-kl-ucb": { batchRatio: 2, firstBatch: 1 },
}

function tunedContender(free: FreeParameters, eta: number, setting: PrivateSetting): Contender[] {
  const form = formatFormName(free)
  const parameters = tunedParameters(free, form, eta, setting)
  if (parameters === null) return []
  return [{ name: `${form}, tuned`, algorithm: free.algorithm, parameters, usesHorizon: free.usesHorizon }]
}
