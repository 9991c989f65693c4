// The one error class of the library. `code` is stable and meant for programs; the message is a
// sentence for people: what must hold, and what was given. A reward's value is private, so messages
// about rewards never contain it.

/** The stable code of an error. */
export type ErrorCode =
  | "invalid_parameter"
  | "unknown_parameter"
  | "unknown_algorithm"
  | "invalid_arm_count"
  | "invalid_reward"
  | "unknown_arm"
  | "no_arm_available"
  | "horizon_reached"
  | "budget_exhausted"
  | "invalid_state"
  | "state_version"
  | "unknown_release"
  | "not_supported"
  | "unknown_level"
  | "missing_attribute"
  | "unknown_attribute"

/** Every error of the library. */
export class ArmisticeError extends Error {
  readonly code: ErrorCode
  /** Numbers for programs, such as spent, requested and limit. Never a reward. */
  readonly details: Readonly<Record<string, number | string>> | undefined

  constructor(code: ErrorCode, message: string, details?: Readonly<Record<string, number | string>>) {
    super(message)
    this.name = "ArmisticeError"
    this.code = code
    this.details = details
  }
}

/** Refuses a parameter that does not meet the requirement, which begins the message. */
export function requireParameter(isMet: boolean, requirement: string, given: unknown): asserts isMet {
  if (!isMet) throw new ArmisticeError("invalid_parameter", `${requirement}, got ${String(given)}`)
}

/** A reward must be a number in [0, 1]; the message names its type, never its value. */
export function checkReward(reward: unknown): asserts reward is number {
  if (typeof reward === "number" && reward >= 0 && reward <= 1) return
  const given = typeof reward !== "number" ? `a ${reward === null ? "null" : typeof reward}` : "a number that is not"
  throw new ArmisticeError("invalid_reward", `reward must be a number in [0, 1], got ${given}`)
}

/** `count` rewards in [0, 1] have a sum in [0, count]. */
export function checkRewardSum(count: number, sum: unknown): asserts sum is number {
  requireParameter(Number.isInteger(count) && count >= 1, "count must be a whole number of at least 1", count)
  if (typeof sum === "number" && sum >= 0 && sum <= count) return
  const given = typeof sum !== "number" ? `a ${sum === null ? "null" : typeof sum}` : "a number that is not"
  throw new ArmisticeError(
    "invalid_reward",
    `the sum of ${count} rewards must be a number in [0, ${count}], got ${given}`,
  )
}

export function checkArmCount(armCount: unknown): asserts armCount is number {
  if (typeof armCount === "number" && Number.isInteger(armCount) && armCount >= 2) return
  throw new ArmisticeError(
    "invalid_arm_count",
    `armCount must be a whole number of at least 2, got ${String(armCount)}`,
  )
}

export function checkArm(arm: unknown, armCount: number): asserts arm is number {
  if (typeof arm === "number" && Number.isInteger(arm) && arm >= 0 && arm < armCount) return
  throw new ArmisticeError("unknown_arm", `arm must be a whole number from 0 to ${armCount - 1}, got ${String(arm)}`)
}

/** Names that people give: each a string that is not empty, and no two alike. */
export function checkNames(what: "arm" | "segment", names: readonly string[], code: ErrorCode): void {
  const bad = names.find((name) => typeof name !== "string" || name === "")
  if (bad !== undefined)
    throw new ArmisticeError(
      code,
      `the name of each ${what} must be a string that is not empty, got ${JSON.stringify(bad)}`,
    )
  const known = new Set<string>()
  for (const name of names) {
    if (known.has(name))
      throw new ArmisticeError(code, `${what}s must have different names, got ${JSON.stringify(name)} twice`)
    known.add(name)
  }
}
