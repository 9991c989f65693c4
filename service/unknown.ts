// Refusals of unknown experiments and populations.

import { ServiceError } from "./service-error.ts"
import { quoted } from "./text.ts"

export const unknownExperiment = (id: string): ServiceError =>
  new ServiceError("unknown_experiment", `unknown experiment ${quoted(id)}`)

export const unknownPopulation = (name: string): ServiceError =>
  new ServiceError("unknown_population", `unknown population ${quoted(name)}`)
