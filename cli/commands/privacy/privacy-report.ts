// The output of both uses of `armistice privacy`: a document for programs, text for people, and
// curves to draw.

import { computeEpsilon, type Guarantee } from "@armistice/core/privacy"
import { formatLoss } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

export interface PrivacyReport {
  readonly document: Readonly<Record<string, unknown>>
  readonly text: string
  readonly curves: readonly { readonly name: string; readonly guarantee: Guarantee }[]
}

export interface EpsilonAt {
  readonly delta: number
  readonly epsilon: number
}

export const usualDeltas = [1e-3, 1e-5, 1e-6, 1e-9]

export const listEpsilons = (eta: number): EpsilonAt[] =>
  usualDeltas.map((delta) => ({ delta, epsilon: computeEpsilon(eta, delta) }))

export const formatEpsilons = (rows: readonly EpsilonAt[]): string =>
  formatTable(
    [["delta", "epsilon"], ...rows.map(({ delta, epsilon }) => [formatLoss(delta), formatLoss(epsilon)])].map((row) => [
      "  ",
      ...row,
    ]),
  )
