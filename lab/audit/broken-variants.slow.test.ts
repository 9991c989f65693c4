import type { Algorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import { brokenCases } from "./testing/broken-cases.ts"

// What is caught here is caught with 1e5 runs all the more (verify/audit-at-length.ts).

for (const { name, broken, correct, runs, box, tables, scenario, discard } of brokenCases)
  test(`${name} is caught, and the correct algorithm is not accused by the same attack`, async () => {
    const given = { runs, seed: 3, boxes: [box], ...(tables === undefined ? {} : { tables: { [box]: tables } }) }
    const attack = (algorithm: Algorithm) => audit({ ...given, algorithm })
    const caught = await audit({ ...given, algorithm: broken, ...(discard === undefined ? {} : { discard }) })
    expect(caught.verdict).toBe("disproved")
    if (scenario !== undefined) expect(caught.whiteBox?.tables.life?.name).toBe(scenario)
    const cleared = await attack(correct)
    expect(cleared.verdict).toBe("consistent")
  })
