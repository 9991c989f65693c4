// Rewards as a service sees them: late, twice, or never. Plain JSON.

import { ArmisticeError } from "@armistice/core"

export interface FaultSpec {
  /** Rounds between a decision and its reward: always the same number, or geometric with a mean. None if left out. */
  readonly delay?:
    | { readonly kind: "fixed"; readonly rounds: number }
    | { readonly kind: "geometric"; readonly mean: number }
  /** Probability that a reward is delivered a second time. */
  readonly doubling?: number
  /** Probability that a reward never comes. */
  readonly loss?: number
  /** Rounds after which a reward that has not come becomes `missingReward`, a public constant; the horizon if left out. */
  readonly window?: number
  /** 0 if left out. */
  readonly missingReward?: number
}

/** Every fault with its value, those left out included. */
export interface CheckedFaults {
  readonly delay: NonNullable<FaultSpec["delay"]>
  readonly doubling: number
  readonly loss: number
  readonly window: number
  readonly missingReward: number
}

export function checkFaults(spec: FaultSpec, horizon: number): CheckedFaults {
  const { delay = { kind: "fixed", rounds: 0 }, doubling = 0, loss = 0, window = horizon, missingReward = 0 } = spec
  if (delay.kind === "fixed")
    check("delay", Number.isInteger(delay.rounds) && delay.rounds >= 0, "a whole number of at least 0", delay.rounds)
  else if (delay.kind === "geometric")
    check(
      "mean delay",
      delay.mean >= 0 && delay.mean < Number.POSITIVE_INFINITY,
      "a finite number of at least 0",
      delay.mean,
    )
  else check("delay", false, "fixed or geometric", (delay as { kind: unknown }).kind)
  check("doubling", doubling >= 0 && doubling <= 1, "in [0, 1]", doubling)
  check("loss", loss >= 0 && loss <= 1, "in [0, 1]", loss)
  check("window", Number.isInteger(window) && window >= 1, "a whole number of at least 1", window)
  check("missingReward", missingReward >= 0 && missingReward <= 1, "in [0, 1]", missingReward)
  return { delay, doubling, loss, window, missingReward }
}

function check(name: string, holds: boolean, rule: string, got: unknown): void {
  if (!holds) throw new ArmisticeError("invalid_parameter", `${name} must be ${rule}, got ${String(got)}`)
}
