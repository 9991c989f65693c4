// An experiment whose rewards were removed.

import { type Static, Type } from "typebox"
import { ExperimentView } from "../schemas.ts"

export const PurgedExperiment = Type.Object({
  ...ExperimentView.properties,
  purgedAt: Type.String({ format: "date-time", description: "when its rewards were removed" }),
})

export type PurgedExperiment = Static<typeof PurgedExperiment>
