// Every check decides from results: planted ones flip each verdict that is simulated, and each that
// is computed.

import { readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { Exhibit } from "./exhibit.ts"
import { exhibits, findExhibits } from "./exhibits.ts"
import type { Judgement } from "./judging/judgement.ts"
import { readCommitted } from "./report/results-file.ts"

/** Walks JSON, replacing what `change` returns something for. */
function altered(value: unknown, change: Plant, key = ""): unknown {
  const replaced = change(key, value)
  if (replaced !== undefined) return replaced
  if (Array.isArray(value)) return value.map((item) => altered(item, change, key))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, altered(item, change, name)]))
}

const requireCommitted = (exhibit: Exhibit) => {
  const committed = readCommitted(exhibit.id)
  if (committed === null) throw new Error(`${exhibit.id} has no committed results`)
  return committed
}

const verdicts = (judgements: readonly Judgement[]) => new Map(judgements.map(({ id, verdict }) => [id, verdict]))

/** Replaces values at some keys. A new one for each planting, because some count. */
type Plant = (key: string, value: unknown) => unknown

const isEstimate = (key: string, value: unknown): value is { mean: number } =>
  key === "regret" && typeof value === "object" && value !== null && "mean" in value

/** Regrets that rise (or fall) from each measurement to the next. */
const counting = (factor: number): Plant => {
  let mean = 1e4
  return (key, value) => {
    if (!isEstimate(key, value)) return undefined
    mean *= factor
    return { ...value, mean, standardError: 1e-6 * mean }
  }
}

/** Losses that differ from each measurement to the next. */
const countingLosses = (): Plant => {
  let loss = 1
  return (key, value) => {
    if (key === "published" && typeof value === "number") loss *= 1.1
    return key === "published" && typeof value === "number" ? loss : undefined
  }
}

/** Keys of numbers that are computed and not simulated. */
const computed = [
  ...["factRatio", "inverseReached", "inverseBound", "inverseScaled", "firstSum", "overdraw", "misled", "pullRatio"],
  ...["dualityError", "compositionError", "processed", "printed", "ratio", "proved", "withoutLoglog", "tsGaussian"],
]

/** Ways of planting other results. Each claim must give in to at least one of them. */
const plants: readonly (() => Plant)[] = [
  () => counting(1.1),
  () => counting(1 / 1.1),
  () => (key, value) =>
    isEstimate(key, value) ? { ...value, mean: 1e6 / value.mean, standardError: 1e3 / value.mean } : undefined,
  countingLosses,
  () => (key, value) => (["eta", "published"].includes(key) && typeof value === "number" ? 1e3 / value : undefined),
  () => (key, value) => (key === "varianceScale" && typeof value === "number" ? 2 * value : undefined),
  () => (key, value) => (key === "nearest" && typeof value === "number" ? value / 100 : undefined),
  () => (key) => (key === "failure" ? { value: 1, low: 1, high: 1 } : key === "chain" ? 1 : undefined),
  () => (key) => (key === "chain" ? 1e-9 : undefined),
  () => (key) => (key === "bound" ? 1e-3 : undefined),
  () => (key, value) => (key === "order" && typeof value === "number" ? 1 / value : undefined),
  // Numbers that are computed, ten thousand times larger and smaller, and growing from each to the
  // next.
  () => (key, value) => (computed.includes(key) && typeof value === "number" ? 1e4 * value : undefined),
  () => (key, value) => (computed.includes(key) && typeof value === "number" ? 1e-4 * value : undefined),
  () => {
    let factor = 1
    return (key, value) => {
      factor *= key === "dpTsUcb" || key === "bound" ? 3 : 1
      return (key === "dpTsUcb" || key === "bound") && typeof value === "number" ? factor * value : undefined
    }
  },
  () => (key, value) => (isEstimate(key, value) ? { ...value, mean: 1e3 * value.mean } : undefined),
  // Rows of the table upside down.
  () => (key, value) => (["regret", "eta"].includes(key) && typeof value === "number" ? 1 / value : undefined),
  // Runs with a smaller budget, other models, other rewards, no pulls, missing rounds, and a mean
  // that moves.
  () => (key) => (key === "budget" ? 2 : undefined),
  () => (key, value) => (key === "model" && typeof value === "number" ? value + Math.sin(1e6 * value) : undefined),
  () => (key, value) => (key === "reward" && typeof value === "number" ? 1 - value : undefined),
  () => (key) => (key === "isPulled" ? false : undefined),
  () => (key, value) => (key === "rounds" && Array.isArray(value) ? value.filter((_, k) => k % 3 !== 0) : undefined),
  () => (key, value) =>
    key === "rounds" && Array.isArray(value)
      ? value.map((round, index) => ({ ...round, mean: round.mean + (index % 7) }))
      : undefined,
]

/**
 * The claims that hold by a formula of the paper and the horizons asked for, whatever was
 * simulated: tested in their own files.
 */
const byFormula = ["trade-off/eta-falls", "trade-off/eta-grows"]
/** Claims to which the paper gives no number that could decide them. */
const undecidable = ["equal-privacy/gap-0"]

describe.each(exhibits.map((exhibit) => [exhibit.id, exhibit] as const))("%s", (_, exhibit) => {
  test("the committed verdicts are what its check says of the committed results", () => {
    const { judgements, results } = requireCommitted(exhibit)
    expect(JSON.parse(JSON.stringify(exhibit.check(results)))).toEqual(JSON.parse(JSON.stringify(judgements)))
  })

  test("every verdict flips with planted results", () => {
    const { judgements, results } = requireCommitted(exhibit)
    const stubborn = new Set(
      judgements.map(({ id }) => id).filter((id) => ![...byFormula, ...undecidable].includes(id)),
    )
    const before = verdicts(judgements)
    for (const plant of plants) {
      const after = verdicts(exhibit.check(altered(results, plant())))
      for (const id of [...stubborn]) if (after.get(id) !== before.get(id)) stubborn.delete(id)
    }
    expect([...stubborn]).toEqual([])
  })

  test("claims have one sentence, a measured number with its name, and names of their own", () => {
    const { judgements } = requireCommitted(exhibit)
    expect(judgements.length).toBeGreaterThan(0)
    expect(new Set(judgements.map(({ id }) => id)).size).toBe(judgements.length)
    for (const { id, claim, measured, words } of judgements) {
      expect(id.startsWith(`${exhibit.id}/`)).toBe(true)
      expect(claim).toMatch(/^[A-Z].*\.$/)
      expect(Number.isFinite(measured.value)).toBe(true)
      expect(measured.low <= measured.value && measured.value <= measured.high).toBe(true)
      expect(measured.what).not.toBe("")
      expect(words).toMatch(/\.$/)
    }
  })

  test("the choices are stated in sentences", () => {
    expect(exhibit.choices.length).toBeGreaterThan(0)
    for (const choice of exhibit.choices) expect(choice).toMatch(/^[A-Z“].*\.$/)
  })

  test("charts have titles, captions, labelled axes and points; tables have full rows", () => {
    const { results } = requireCommitted(exhibit)
    for (const { chart } of exhibit.charts(results)) {
      expect(chart.title).not.toBe("")
      expect(chart.caption).toMatch(/\.$/)
      expect(chart.x.label).not.toBe("")
      expect(chart.y.label).not.toBe("")
      for (const { points } of chart.series) expect(points.length).toBeGreaterThan(0)
      // The font of the pictures has no floor signs.
      expect(JSON.stringify(chart)).not.toMatch(/[⌊⌋]/)
    }
    const [heading, ...rows] = exhibit.table(results)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toHaveLength(heading.length)
  })
})

test("an unknown figure is refused with the names there are", () => {
  expect(() => findExhibits(["figure-9"])).toThrow(/only must name figures among sampling-budget, .* got figure-9/)
})

test("an exhibit is found by its name: its file is called as its results are", () => {
  const files = readdirSync(new URL("./exhibits/", import.meta.url)).map((file) => file.replace(/\.ts$/, ""))
  expect(files.sort()).toEqual(exhibits.map(({ id }) => id).sort())
})
