import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { errata } from "./errata.ts"
import { exhibits } from "./exhibits.ts"
import type { Judgement } from "./judging/judgement.ts"
import { findJudgements, judgeItems, paperItems } from "./paper-items.ts"
import { formatItems } from "./report/items-markdown.ts"
import { readCommitted } from "./report/results-file.ts"

const judgements = exhibits.flatMap(({ id }) => readCommitted(id)?.judgements ?? [])

test("all 39 items have a place and a verdict, and every place exists", () => {
  expect(paperItems).toHaveLength(39)
  expect(new Set(paperItems.map(({ name }) => name)).size).toBe(39)
  const known = errata().map(({ id }) => id)
  for (const { name, judged, errata: found, code, remark } of paperItems) {
    for (const beginning of judged)
      expect(findJudgements(judgements, [beginning]).length, `${name}: ${beginning}`).toBeGreaterThan(0)
    for (const id of found) expect(known).toContain(id)
    if (code !== undefined) expect(existsSync(new URL(`../${code}`, import.meta.url)), code).toBe(true)
    expect(judged.length > 0 || remark !== undefined, name).toBe(true)
  }
  for (const { verdict, name } of judgeItems(judgements)) expect(verdict, name).not.toBe("")
})

test("every numbered statement and figure of the paper is an item", () => {
  const names = paperItems.map(({ name }) => name).join("; ")
  for (const number of ["2.1", "2.2", "2.3"]) expect(names).toContain(`Definition ${number}`)
  for (const number of ["2.4", "4.2", "4.4", "4.6", "4.7", "4.8"]) expect(names).toContain(`Theorem ${number}`)
  for (const number of ["4.3", "4.5"]) expect(names).toContain(`Corollary ${number}`)
  for (const number of ["4.1", "C.1", "D.1", "D.2", "D.3"]) expect(names).toContain(`Lemma ${number}`)
  for (const number of ["A.1", "A.2", "A.3"]) expect(names).toContain(`Fact ${number}`)
  for (const number of [1, 2, 3, 4, 5, 6, 7]) expect(names).toContain(`Figure ${number}`)
  for (const name of ["Table 1", "Algorithm 1"]) expect(names).toContain(name)
})

test("every exhibit and every erratum belongs to an item, but those that are ours", () => {
  const used = new Set(paperItems.flatMap(({ judged }) => judged.map((beginning) => beginning.split("/")[0])))
  expect(exhibits.map(({ id }) => id).filter((id) => !used.has(id))).toEqual(["true-equal-privacy", "other-instances"])
  const cited = new Set(paperItems.flatMap((item) => item.errata))
  expect(
    errata()
      .map(({ id }) => id)
      .filter((id) => !cited.has(id)),
  ).toEqual([])
})

test("a verdict follows its claims", () => {
  const changed = judgements.map(
    (one): Judgement => (one.id === "lemmas/d1" ? { ...one, verdict: "does not hold" } : one),
  )
  const findVerdict = (all: readonly Judgement[]) => judgeItems(all).find(({ name }) => name === "Lemma D.1")?.verdict
  expect(findVerdict(judgements)).toBe("holds")
  expect(findVerdict(changed)).toBe("does not hold")
})

test("README.md has the table of the items as the code writes it", () => {
  const words = (text: string) => text.replaceAll(/-{3,}/g, "---").split(/\s+/).join(" ")
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8")
  expect(words(readme)).toContain(words(formatItems()).trim())
})
