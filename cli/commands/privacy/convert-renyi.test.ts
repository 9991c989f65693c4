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
  expect(() => convertRenyi({ ...none, renyi: 4 }, 1e-6)).toThrow("--order, --renyi and --delta")
  expect(() => convertRenyi({ rho: 1, order: 8, renyi: 1 }, 1e-6)).toThrow("must not be given together")
})

test("GDP and pure DP say what they imply on both scales", () => {
  const losses = { eta: undefined, epsilon: undefined, delta: undefined }
  expect(convert({ ...losses, eta: 1 }).text).toContain("Also 0.5-zCDP, and RDP with 1 at order 2, 4 at order 8")
  expect(convert({ ...losses, epsilon: 1 }).document).toMatchObject({ rho: 0.5, renyiAt: [{ order: 2 }, {}, {}] })
})

test("eta or epsilon with an order gives its Rényi divergence, rounded outward", () => {
  const losses = { eta: undefined, epsilon: undefined, delta: undefined }
  const gdp = convert({ ...losses, eta: 1 }, 8)
  expect(gdp.document).toMatchObject({ eta: 1, order: 8, renyi: 4 })
  expect(gdp.text).toContain("renyi 4: what is 1-GDP is (8, renyi)-RDP.")
  // 0.3²·3/2 is no double: the one given is above it. So is what is shown of randomised response.
  const small = convert({ ...losses, eta: 0.3 }, 3).document.renyi as number
  expect(small).toBeGreaterThanOrEqual(0.135)
  expect(small).toBeLessThan(0.135 * (1 + 1e-12))
  const [p, q] = [1 / (1 + Math.exp(-1)), 1 / (1 + Math.exp(1))]
  const exact = Math.log(p ** 8 * q ** -7 + q ** 8 * p ** -7) / 7
  const pure = convert({ ...losses, epsilon: 1 }, 8)
  expect(pure.document.renyi as number).toBeCloseTo(exact, 12)
  expect(pure.document.renyi as number).toBeGreaterThanOrEqual(exact)
  expect(pure.document.renyiOfLaplace as number).toBeLessThan(exact)
  const shown = Number(/^renyi ([\d.]+) of order 8/.exec(pure.text)?.[1])
  expect(shown).toBeGreaterThanOrEqual(exact)
  for (const wrong of [{}, { delta: 0.1 }, { eta: 1, epsilon: 1 }, { eta: 1, delta: 0.1 }])
    expect(() => convert({ ...losses, ...wrong }, 8)).toThrow("--order must come with --eta or --epsilon alone")
})
