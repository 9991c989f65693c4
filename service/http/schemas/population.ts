// Populations as the API takes and gives them.

import { type Static, Type } from "typebox"
import { populationNamePattern } from "../../populations/population.ts"
import { subjectNormalisations } from "../../subject-normalisation.ts"
import { createNameSchema, orNull, strict } from "./shared.ts"

export const PopulationName = Type.String({
  pattern: populationNamePattern,
  description: "name of a population: its experiments together lose no more about one person than its limit",
})

export const SubjectNormalisation = createNameSchema(
  subjectNormalisations,
  "how subjects are compared: as given (none), or after NFKC, without invisible characters and trimmed; chosen once",
)

export const PopulationPut = Type.Object(
  {
    limit: Type.Number({
      minimum: 1e-6,
      maximum: 1e6,
      description: "the most that all its experiments together may lose about one person, on the eta scale",
    }),
    subjectNormalisation: Type.Optional(SubjectNormalisation),
  },
  strict,
)

export const PopulationAccept = Type.Object(
  { limit: Type.Number({ description: "(restores + 1) times the limit" }) },
  strict,
)

export const PopulationView = Type.Object({
  name: PopulationName,
  limit: Type.Number(),
  subjectNormalisation: SubjectNormalisation,
  experiments: Type.Array(
    Type.Object({
      id: Type.String(),
      subjectEta: Type.Number({ description: "what one person can lose in it" }),
    }),
  ),
  people: Type.Integer({ description: "for whom something is reserved" }),
  atLimit: Type.Integer({ description: "of these, for whom not even the smallest of its experiments has room left" }),
  learning: createNameSchema(
    ["on", "stopped_after_restore"],
    "stopped where the store was restored, until accept-restore",
  ),
  restores: Type.Integer({ description: "how often the store was restored from a copy since the population was made" }),
  subjectEta: Type.Number({
    description: "the most one person can lose: the highest limit there was with experiments in it, times restores + 1",
  }),
})

export const PopulationList = Type.Object({
  populations: Type.Array(PopulationView),
  next: orNull(Type.String(), "pass as `after` for the next page"),
})

/** A population: its limit for one person and the experiments that share it. */
export type PopulationView = Static<typeof PopulationView>
/** All populations. */
export type PopulationList = Static<typeof PopulationList>
