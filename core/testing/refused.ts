// A refused call throws the library's error with its code and leaves the state as it was.

import { expect } from "vitest"
import { ArmisticeError } from "../errors.ts"

export function expectRefused(state: unknown, code: string, call: () => unknown): void {
  const before = JSON.stringify(state)
  let error: unknown
  try {
    call()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ArmisticeError)
  expect((error as ArmisticeError).code).toBe(code)
  expect(JSON.stringify(state)).toBe(before)
}
