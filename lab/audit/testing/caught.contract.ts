// Algorithms with a mistake are caught, and the correct ones are not accused by the same attack.
// More runs catch the same mistakes (verify/audit-at-length.ts).

import { expect, test } from "vitest"
import { audit } from "../audit.ts"
import { type BrokenCase, brokenCases } from "./broken-cases.ts"

const isShort = ({ runs }: BrokenCase): boolean => runs <= 300

/** `npm test` tries one quick case per scenario, `npm run test:slow` all others. */
export const isFirst = (one: BrokenCase): boolean =>
  brokenCases.find((other) => isShort(other) && String(other.scenario) === String(one.scenario)) === one

/** Verdicts on correct algorithms: one attack clears an algorithm for all its planted mistakes. */
const cleared = new Map<string, string>()

export function areCaught(cases: readonly BrokenCase[]): void {
  for (const { name, broken, correct, runs, box, tables, scenario, discard } of cases)
    test(`${name} is caught, and the correct algorithm is not accused by the same attack`, async () => {
      const given = { runs, seed: 3, boxes: [box], ...(tables === undefined ? {} : { tables: { [box]: tables } }) }
      const caught = await audit({ ...given, algorithm: broken, ...(discard === undefined ? {} : { discard }) })
      expect(caught.verdict).toBe("disproved")
      if (scenario !== undefined) expect([scenario].flat()).toContain(caught.whiteBox?.tables.scenario?.name)
      const attack = JSON.stringify([correct.name, correct.parameters, given])
      if (!cleared.has(attack)) cleared.set(attack, (await audit({ ...given, algorithm: correct })).verdict)
      expect(cleared.get(attack)).toBe("consistent")
    })
}
