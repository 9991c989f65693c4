// Names that people give to arms and segments: each a string that is not empty, and no two alike.

import { ArmisticeError, type ErrorCode } from "./errors.ts"

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
