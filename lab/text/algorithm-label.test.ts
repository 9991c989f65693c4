// The name of an algorithm with parameters that are lists of names.

import { expect, test } from "vitest"
import { algorithmLabel } from "./algorithm-label.ts"

test("several names in one parameter are joined as in a sentence", () => {
  const groups = {
    device: { levels: ["phone", "desk"] },
    country: { levels: ["de", "fr"] },
    age: { range: [0, 100] as const },
  }
  expect(algorithmLabel("own", { alpha: 1, groups })).toBe("own, α = 1, groups = device, country and age")
})
