// Algorithms with a mistake are caught, and the correct ones are not accused by the same attack. What is caught here is caught with 1e5 runs
// all the more (verify/audit-at-length.ts).

import type { Algorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "../audit.ts"
import type { brokenCases } from "./broken-cases.ts"

/** Those that take few runs are tried in `npm test`, the others in `npm run test:slow`. */
export const isShort = ({ runs }: { readonly runs: number }): boolean => runs <= 300

export function areCaught(cases: typeof brokenCases): void {
  for (const { name, broken, correct, runs, box, tables, scenario, discard } of cases)
    test(`${name} is caught, and the correct algorithm is not accused by the same attack`, async () => {
      const given = { runs, seed: 3, boxes: [box], ...(tables === undefined ? {} : { tables: { [box]: tables } }) }
      const attack = (algorithm: Algorithm) => audit({ ...given, algorithm })
      const caught = await audit({ ...given, algorithm: broken, ...(discard === undefined ? {} : { discard }) })
      expect(caught.verdict).toBe("disproved")
      if (scenario !== undefined) expect(caught.whiteBox?.tables.life?.name).toBe(scenario)
      const cleared = await attack(correct)
      expect(cleared.verdict).toBe("consistent")
    })
}
