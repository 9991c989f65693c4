// Claims on other scales than that of eta are attacked as they are declared.

import {
  approximateGuarantee,
  computeGdpRho,
  type Guarantee,
  renyiGuarantee,
  zcdpGuarantee,
} from "@armistice/core/privacy"
import { expect, test } from "vitest"
import { audit } from "./audit.ts"
import { ownHalving } from "./testing/own-halving.ts"

const tables = { white: { armCount: 4, records: [1], own: 1, others: 0 } } as const
const rho = computeGdpRho(1)

/** A halving that is 1-GDP where it does not reuse its sums. */
const judge = async (claim: Guarantee, isReused: boolean) => {
  const algorithm = { ...ownHalving({ eta: 1, isReused }), guarantee: () => claim }
  const { verdict } = await audit({ algorithm, boxes: ["white"], runs: 1500, confidence: 0.9999, tables })
  return verdict
}

test.each([
  ["zCDP", zcdpGuarantee(rho)],
  ["one order of Rényi DP", renyiGuarantee(2, 2 * rho)],
  ["(epsilon, delta)-DP", approximateGuarantee(1, 0.127)],
])("a true claim of %s is consistent, and that of a halving which reuses its sums is not", async (_scale, claim) => {
  expect(await judge(claim, false)).toBe("consistent")
  expect(await judge(claim, true)).toBe("disproved")
})
