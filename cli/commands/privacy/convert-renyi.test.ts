import { expect, test } from "vitest"
import { convert } from "./convert.ts"
import { convertRenyi } from "./convert-renyi.ts"

const none = { rho: undefined, order: undefined, renyi: undefined }

test("a zCDP loss gives an epsilon for each delta, and the eta that would do", () => {
  const report = convertRenyi({ ...none, rho: 0.5 }, undefined)
  expect(report?.document).toMatchObject({ rho: 0.5, etaTarget: 1 })
  expect(report?.text).toContain("What is 1-GDP is 0.5-zCDP; the converse does not hold.")
  expect(convertRenyi({ ...none, rho: 0.5 }, 1e-6)?.document.epsilonAt).toEqual([
    { delta: 1e-6, epsilon: expect.closeTo(5.2215, 4) },
  ])
  expect(convertRenyi(none, 1e-6)).toBeNull()
})

test("a Rényi loss needs its order and delta", () => {
  const { document } = convertRenyi({ ...none, order: 8, renyi: 4 }, 1e-6) ?? {}
  expect(document?.epsilon).toBeCloseTo(5.54305, 5)
  expect(() => convertRenyi({ ...none, order: 8 }, 1e-6)).toThrow("--order, --renyi and --delta")
  expect(() => convertRenyi({ rho: 1, order: 8, renyi: 1 }, 1e-6)).toThrow("got both")
})

test("GDP and pure DP say what they imply on both scales", () => {
  const losses = { eta: undefined, epsilon: undefined, delta: undefined }
  expect(convert({ ...losses, eta: 1 }).text).toContain("Also 0.5-zCDP, and RDP with 1 at order 2, 4 at order 8")
  expect(convert({ ...losses, epsilon: 1 }).document).toMatchObject({ rho: 0.5, renyiAt: [{ order: 2 }, {}, {}] })
})
