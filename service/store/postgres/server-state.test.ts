import { expect, test } from "vitest"
import { isHandedOver } from "./server-state.ts"

test("only the next timeline, begun within an hour of the marker, is the planned switchover", () => {
  const marker = { timeline: "0000000F", at: 1000 }
  const hour = 3_600_000
  expect(isHandedOver(marker, "00000010", 1000 + hour)).toBe(true)
  expect(isHandedOver(marker, "00000010", 1001 + hour)).toBe(false)
  // A second promotion from the same marker: the first one's commits are missing.
  expect(isHandedOver(marker, "00000011", 1001)).toBe(false)
  expect(isHandedOver(marker, "0000000F", 1001)).toBe(false)
})
