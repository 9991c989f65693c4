// The name of an algorithm with its parameters, as people write it: "DP-TS-UCB, α = 1".

import { catalogue, type ParameterSpecs, type Parameters } from "@armistice/core"
import { contextCatalogue } from "@armistice/core/context"
import { joinNames, shortNumber } from "@armistice/core/text"

const symbols: Readonly<Record<string, string>> = {
  alpha: "α",
  epsilon: "ε",
  eta: "η",
  delta: "δ",
  prePulls: "b",
  varianceScale: "c",
}

/** Parameters that calibration sets. */
export const privacyParameters: readonly string[] = ["alpha", "epsilon", "eta", "varianceScale", "prePulls"]

interface Named {
  readonly label: string
  readonly parameters: ParameterSpecs
}

const own = new Map<string, Named>()

/** Parameters that follow from the setting. */
const unshown: readonly string[] = ["horizon", "attributes"]

/** Registers the label and defaults of a custom algorithm, since results keep only its name. */
export function registerLabel(name: string, named: Named): void {
  own.set(name, named)
}

/** "η", or "first batch" for `firstBatch`. */
const parameterSymbol = (name: string): string =>
  symbols[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/**
 * Parameters at their default, the horizon, and `except` are left out. The privacy of a custom
 * algorithm is always shown: readers of a table do not know its default.
 */
export function algorithmLabel(name: string, parameters: Parameters, except: readonly string[] = []): string {
  // A custom algorithm without a label is shown by its name.
  const known: readonly Named[] = [...catalogue, ...contextCatalogue].filter((one) => one.name === name)
  const entry = known[0] ?? own.get(name) ?? { label: name, parameters: {} }
  const isOwnLoss = (key: string): boolean => known.length === 0 && privacyParameters.includes(key)
  const shown = Object.entries(parameters)
    .filter(
      ([key, value]) =>
        !unshown.includes(key) && !except.includes(key) && (entry.parameters[key]?.default !== value || isOwnLoss(key)),
    )
    .map(([key, value]) => `${parameterSymbol(key)} = ${formatValue(value)}`)
  return [entry.label, ...shown].join(", ")
}

function formatValue(value: Parameters[string]): string {
  if (typeof value === "object") return joinNames(Object.keys(value))
  return typeof value === "number" ? shortNumber(value) : value
}
