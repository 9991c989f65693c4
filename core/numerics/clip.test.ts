import { expect, test } from "vitest"
import { clipUnit } from "./clip.ts"

test("clips to [0, 1] and leaves the rest alone", () => {
  expect([-3, 0, 0.25, 1, 7].map(clipUnit)).toEqual([0, 0, 0.25, 1, 1])
})
