import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { errata } from "./errata.ts"
import { formatErrata } from "./report/errata-markdown.ts"

/** Computing them takes most of the time of this file. */
const computed = errata()

const listNumbers = (id: string) => {
  const found = computed.find((erratum) => erratum.id === id)
  if (found === undefined) throw new Error(`no erratum is named ${id}`)
  return found.numbers
}

test("docs/errata.md is what the code computes", () => {
  // Lines may be wrapped.
  const words = (text: string) => text.split(/\s+/)
  expect(words(readFileSync(new URL("../docs/errata.md", import.meta.url), "utf8"))).toEqual(words(formatErrata()))
})

test("the numbers are those found independently", () => {
  expect(listNumbers("square-root").withoutRoot0).toBeCloseTo(1.178, 3)
  expect(listNumbers("square-root").withRoot0).toBeCloseTo(1.085, 3)
  expect(listNumbers("square-root").withoutRoot1).toBeCloseTo(60.46, 2)
  expect(listNumbers("square-root").withRoot1).toBeCloseTo(7.78, 2)
  expect(listNumbers("factor-two").published).toBeCloseTo(2.874972, 6)
  expect(listNumbers("factor-two").tight).toBeCloseTo(Math.sqrt(57 / Math.log(1e6)), 9)
  expect(listNumbers("unequal-privacy").laplace).toBeCloseTo(0.56176, 5)
  expect(listNumbers("unequal-privacy").fairPublished).toBeCloseTo(3.8, 1)
  expect(listNumbers("unequal-privacy").fairTight).toBeCloseTo(2.35, 1)
  expect(listNumbers("lemma-proof").chain1).toBeCloseTo(6.4e-4, 5)
  expect(listNumbers("alpha-zero").mTsGaussian).toBeCloseTo(Math.sqrt(2e5), 6)
  expect(listNumbers("alpha-zero").crossingTight).toBeCloseTo(1.058e5, -3)
  expect(listNumbers("ucb1").dpTsUcb).toBeCloseTo(17.5, 1)
  expect(listNumbers("ucb1").ucb1).toBeCloseTo(13.8, 1)
  expect(listNumbers("observation-constant").reached).toBeCloseTo(2, 9)
})

test("every number of an erratum is in its sentence, and every sentence has one", () => {
  for (const { shown, numbers } of computed) {
    expect(Object.keys(numbers).length).toBeGreaterThan(0)
    expect(shown).toMatch(/\d/)
  }
})
