import type { AlgorithmParts, AlgorithmState } from "@armistice/core"
import { audit } from "@armistice/lab"
import { expect, test } from "vitest"
import { formatAudit } from "./audit-text.ts"

/** Its noise has no centre, so that only a view would tell what it releases. */
const noisyByHand: AlgorithmParts<AlgorithmState & { noisy: number }> = {
  name: "noisy-by-hand",
  parameters: {},
  start: (armCount) => ({ round: 0, decided: new Array<number>(armCount).fill(0), noisy: 0 }),
  choose(state) {
    const arm = state.noisy > 0.5 ? 1 : 0
    state.round += 1
    state.decided[arm] += 1
    return arm
  },
  observe(state, _arm, reward, random) {
    if (state.round === 1) state.noisy = reward + random.gaussian()
  },
  guarantee: () => ({ kind: "gdp", eta: 1 }),
}

test("a verdict says that releases were not attacked where they could not be", async () => {
  const tables = { black: { armCount: 2, records: [1], own: 0.5, others: 0.5 } } as const
  const result = await audit({ algorithm: noisyByHand, runs: 100, tables })
  expect([result.whiteBox, result.verdict]).toEqual([null, "not attacked whole"])
  expect(formatAudit(result, true)).toMatch(
    /white box +not run: it needs a view[\s\S]*NOT ATTACKED WHOLE: the arms show no more than the claim of 1, but releases were not/,
  )
  // A later look is no nearer to the releases.
  const longer = await audit({ algorithm: noisyByHand, runs: 110, continues: result })
  expect(longer.verdict).toBe("not attacked whole")
  const arms = await audit({ algorithm: noisyByHand, runs: 100, tables, boxes: ["black"] })
  expect(formatAudit(arms)).toMatch(/white box +not run\n[\s\S]*Consistent with the claim of 1: no attack shows more\./)
})
