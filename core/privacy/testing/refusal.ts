// The error a call is refused with; fails if the call is not refused, or not by the library.

import { ArmisticeError } from "../../errors.ts"

export function refusal(call: () => unknown): ArmisticeError {
  let value: unknown
  try {
    value = call()
  } catch (error) {
    if (error instanceof ArmisticeError) return error
    throw error
  }
  throw new Error(`expected a refusal, got ${String(value)}`)
}
