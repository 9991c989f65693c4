import { catalogue, computeEpsilon } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { explain } from "./explain.ts"

const setting = { horizon: 10_000, armCount: 3, delta: undefined }

describe.each(catalogue.map((entry) => [entry.name, entry] as const))("%s", (_, entry) => {
  const needed = Object.keys(entry.parameters).filter(
    (name) => name !== "horizon" && entry.parameters[name]?.default === undefined,
  )
  const chosen = { entry, parameters: Object.fromEntries(needed.map((name) => [name, 1])) }

  test("is explained with the same numbers for people and for programs", () => {
    const { document, text, curves } = explain(chosen, setting)
    const { eta, epsilon, delta, tight, published } = document as Record<string, number | null>
    expect(text).toContain(entry.label)
    expect(curves.length).toBeGreaterThan(0)
    if (eta === null || eta === undefined) {
      expect(text).toContain("Nothing is promised")
      return
    }
    expect(tight).toBeLessThanOrEqual(published ?? Number.POSITIVE_INFINITY)
    if (delta === 0) expect(epsilon).toBe(1)
    else expect(epsilon).toBe(computeEpsilon(eta, 1e-6))
  })
})

test("a delta that is asked for is answered", () => {
  const entry = catalogue[0]!
  const { document, text } = explain({ entry, parameters: { alpha: 1 } }, { ...setting, delta: 1e-7 })
  expect(document).toMatchObject({ delta: 1e-7, epsilon: computeEpsilon(document.eta as number, 1e-7) })
  expect(text).toContain("at delta 1e-7")
})
