// Converts between the ways to state how private an experiment is.

import { computeEpsilon, computeEta, findEtaForAttackSuccess } from "@armistice/core"
import { computeExactGuesses } from "../text/privacy-levels.ts"
import type { PrivacyDraft } from "./draft.ts"
import { readNumber } from "./read-typed.ts"

/** `null` where it cannot be read. */
export function readEta(privacy: PrivacyDraft): number | null {
  if (privacy.by === "level") return privacy.eta
  const value = readNumber(privacy.text)
  if (value === null) return null
  if (privacy.by === "epsilon") {
    const delta = readNumber(privacy.delta)
    return value > 0 && delta !== null && delta > 0 && delta < 1 ? computeEta(value, delta) : null
  }
  if (privacy.by === "eta") return value > 0 ? value : null
  return value > 50 && value < 100 ? findEtaForAttackSuccess(value / 100) : null
}

/** The same privacy in another form, with few digits. */
export function convertPrivacy(privacy: PrivacyDraft, by: PrivacyDraft["by"], before: number): PrivacyDraft {
  const eta = readEta(privacy) ?? before
  const short = (value: number) => String(Number(value.toPrecision(3)))
  if (by === "level") return { by, eta }
  if (by === "guesses") return { by, text: String(computeExactGuesses(eta)) }
  if (by === "eta") return { by, text: short(eta) }
  return { by, text: short(computeEpsilon(eta, 1e-6)), delta: "1e-6" }
}
