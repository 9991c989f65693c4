// Finds the parameters that meet a privacy target, or the nearest privacy an algorithm can have.

import type { Guarantee, Parameters } from "@armistice/core"
import type { SimulatedEntry } from "../custom/simulated-entry.ts"

export interface PrivacySetting {
  readonly horizon: number
  readonly armCount: number
}

export type Fit =
  | { readonly parameters: Parameters }
  /** `nearest` is the smallest loss it can have here, null where it promises nothing at all. */
  | { readonly parameters: null; readonly why: string; readonly nearest: number | null }

/** An algorithm that cannot meet the privacy target. */
export interface UnavailableAlgorithm {
  readonly algorithm: string
  readonly why: string
  /** The smallest loss it can have here, null where it promises nothing at all. */
  readonly nearest: number | null
}

/** Beyond this no loss protects anything. */
const largestEta = 1e9

/** Finds the parameters with which an algorithm is eta-GDP in a setting. */
export function fitToPrivacy(entry: SimulatedEntry, eta: number, setting: PrivacySetting): Fit {
  if (entry.calibrate === undefined) return fitAsItIs(entry, eta, setting)
  const parameters = entry.calibrate(eta, setting)
  if (parameters) return { parameters }
  const nearest = nearestLoss(entry, eta, setting)
  const why =
    nearest === null
      ? `${entry.label} promises no privacy`
      : `${entry.label} cannot be ${eta}-GDP at horizon ${setting.horizon}`
  return { parameters: null, why, nearest }
}

/** Without anything to calibrate its loss is what it is. */
function fitAsItIs(entry: SimulatedEntry, eta: number, setting: PrivacySetting): Fit {
  const guarantee = computeGuarantee(entry, {}, setting)
  const { eta: loss } = guarantee
  if (loss !== null && loss <= eta) return { parameters: {} }
  const why = loss === null ? describeWithoutEta(guarantee) : `cannot be ${eta}-GDP: it has nothing to calibrate`
  return { parameters: null, why: `${entry.label} ${why}`, nearest: loss }
}

const scales = { approximate: "(epsilon, delta)-DP", zcdp: "zCDP", renyi: "Rényi DP" } as const

const describeWithoutEta = ({ declared }: Guarantee): string =>
  declared === undefined ? "promises no privacy" : `promises ${scales[declared.scale]}, which implies no GDP`

/** Calibration succeeds from some loss on, found by doubling and bisecting. */
function nearestLoss(entry: SimulatedEntry, eta: number, setting: PrivacySetting): number | null {
  let failing = eta
  let working = 2 * eta
  while (working <= largestEta && !entry.calibrate?.(working, setting)) {
    failing = working
    working *= 2
  }
  if (!entry.calibrate?.(working, setting)) return null
  for (let step = 0; step < 60; step++) {
    const middle = (failing + working) / 2
    if (entry.calibrate(middle, setting)) working = middle
    else failing = middle
  }
  return computeGuarantee(entry, entry.calibrate(working, setting) as Parameters, setting).eta
}

function computeGuarantee(entry: SimulatedEntry, parameters: Parameters, { horizon, armCount }: PrivacySetting) {
  const needs = (name: string) => Object.hasOwn(entry.parameters, name)
  const all = {
    ...parameters,
    ...(needs("horizon") ? { horizon } : {}),
    // No guarantee depends on what the context is.
    ...(needs("attributes") ? { attributes: { any: { levels: ["one", "two"] } } } : {}),
  }
  return entry.create(all).guarantee(armCount)
}
