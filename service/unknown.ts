// Refusals of what is not there: an experiment or a population, by the name that was asked for.

import { ServiceError } from "./service-error.ts"
import { quoted } from "./text.ts"

export const unknownExperiment = (id: string): ServiceError =>
  new ServiceError("unknown_experiment", `the experiment must exist, got ${quoted(id)}`)

export const unknownPopulation = (name: string): ServiceError =>
  new ServiceError("unknown_population", `the population must exist, got ${quoted(name)}`)
