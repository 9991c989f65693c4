import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { drawChart } from "@armistice/charts"
import { expect, test } from "vitest"
import { exhibits } from "../exhibits.ts"
import { reproduceAll } from "./reproduce.ts"
import { figuresFolder, formatResults, readCommitted } from "./results-file.ts"

test("everything runs with one run, writes its files, and contradicts nothing", async () => {
  const out = mkdtempSync(join(tmpdir(), "armistice paper "))
  try {
    const shares: number[] = []
    const { reproduced, broken, unfinished, files } = await reproduceAll({
      runs: 1,
      seed: 7,
      out,
      onProgress: (share) => shares.push(share),
    })
    expect(reproduced.map(({ id }) => id)).toEqual(exhibits.map(({ id }) => id))
    expect(unfinished).toEqual([])
    expect(broken).toEqual([])
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(readdirSync(out).sort()).toEqual([...files].sort())
    const report = readFileSync(join(out, "report.html"), "utf8")
    for (const { id } of exhibits) expect(report).toContain(`id="${id}"`)
    expect(report).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
    expect(report).not.toMatch(/NaN|undefined|\[object/)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})

test("the same seed gives the same bytes on one thread and on two", async () => {
  const text = async (jobs: number) => {
    const { reproduced } = await reproduceAll({ runs: 2, seed: 3, jobs, only: ["equal-privacy"] })
    return reproduced.map(formatResults).join()
  }
  expect(await text(2)).toBe(await text(1))
})

test("every exhibit has committed results with the default runs and seed, and the figures drawn from them", () => {
  for (const exhibit of exhibits) {
    const committed = readCommitted(exhibit.id)
    expect(committed).toMatchObject({ id: exhibit.id, runs: 20, seed: 1 })
    for (const { name, chart } of exhibit.charts(committed?.results)) {
      const file = new URL(`${name === "" ? exhibit.id : `${exhibit.id}-${name}`}.svg`, figuresFolder)
      expect(existsSync(file)).toBe(true)
      expect(readFileSync(file, "utf8")).toBe(drawChart(chart))
    }
  }
})

test("stopping before anything is finished leaves everything unfinished, and nothing broken", async () => {
  const { reproduced, unfinished, broken } = await reproduceAll({ runs: 1, signal: AbortSignal.abort() })
  expect(reproduced).toEqual([])
  expect(unfinished).toHaveLength(exhibits.length)
  expect(broken).toEqual([])
})
