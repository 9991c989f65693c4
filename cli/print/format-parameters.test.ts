// Parameters as people read them, with attributes as a list of names.

import { expect, test } from "vitest"
import { formatParameters } from "./format-parameters.ts"

test("attributes are listed by name, and the horizon is left out", () => {
  const attributes = {
    device: { levels: ["phone", "desk"] },
    country: { levels: ["de", "fr"] },
    age: { range: [0, 100] as const },
  }
  expect(formatParameters({ alpha: 1, horizon: 1000, attributes })).toBe("alpha 1, attributes device, country and age")
})
