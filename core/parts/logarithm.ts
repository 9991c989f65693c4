// The base of the logarithm in bounds where a paper's text and its figures disagree.

import type { ChoiceSpec } from "../parameters.ts"

export type LogBase = "2" | "e"

export const logBaseSpec = (standard: LogBase): ChoiceSpec & { readonly values: readonly LogBase[] } => ({
  kind: "choice",
  about: "base of the logarithm of the round in the confidence bounds",
  values: ["2", "e"],
  default: standard,
})

export const logarithm = (base: LogBase, round: number): number => (base === "2" ? Math.log2(round) : Math.log(round))
