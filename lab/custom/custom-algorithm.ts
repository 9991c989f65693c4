// An algorithm that is not in the catalogue: as an object, or made from parameters.

import type { AlgorithmEntry, AlgorithmParts, ParameterSpecs, Parameters } from "@armistice/core"

/** Creates a custom algorithm from parameters, which are checked first. */
export interface AlgorithmMaker {
  /** A module may leave it out: its file's name is taken. */
  readonly name: string
  /** The label in tables and charts; the name if left out. */
  readonly label?: string
  readonly parameters?: ParameterSpecs
  /** The name and the parameters are filled in if the result has none. */
  create(
    parameters: Parameters,
  ): Omit<AlgorithmParts, "name" | "parameters"> & Partial<Pick<AlgorithmParts, "name" | "parameters">>
  /** Parameters that make it eta-GDP, or null if none do. Absent if its loss is fixed. */
  readonly calibrate?: NonNullable<AlgorithmEntry["calibrate"]>
}

/** An algorithm that is not in the catalogue. */
export type CustomAlgorithm = AlgorithmParts | AlgorithmMaker
