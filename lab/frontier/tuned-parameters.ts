// Parameters as tuning chose them (results/), as functions of η, K and T: between the η that were
// tuned at, numbers are interpolated in ln η, words are those of the nearest.

import type { Parameters } from "@armistice/core"
import type { Choice, FreeParameters, PrivateSetting } from "./free-parameters.ts"
import tuned from "./tuned-parameters.json" with { type: "json" }

/** Null if the algorithm cannot be that private or has nothing to tune. */
export function tunedParameters(
  free: FreeParameters,
  form: string,
  eta: number,
  setting: PrivateSetting,
): Parameters | null {
  const rows = (tuned as readonly (ChoiceAt & { readonly form: string })[]).filter((row) => row.form === form)
  const choice = interpolateChoice(rows, eta)
  return choice === null ? null : free.parameters(choice, eta, setting)
}

export interface ChoiceAt {
  readonly eta: number
  readonly choice: Choice
}

/** `rows` in the order of η. */
export function interpolateChoice(rows: readonly ChoiceAt[], eta: number): Choice | null {
  if (rows.length === 0) return null
  const above = rows.findIndex((row) => row.eta >= eta)
  if (above === 0) return rows[0].choice
  if (above < 0) return rows[rows.length - 1].choice
  const [low, high] = [rows[above - 1], rows[above]]
  const share = Math.log(eta / low.eta) / Math.log(high.eta / low.eta)
  const mixed = Object.entries(low.choice).map(([name, from]) => {
    const to = high.choice[name]
    if (typeof from === "number" && typeof to === "number") return [name, from + share * (to - from)] as const
    return [name, share < 0.5 ? from : to] as const
  })
  return Object.fromEntries(mixed)
}
