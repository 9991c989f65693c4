// Runs exhibits one after the other, judges them, and writes what came out: results as JSON,
// figures as SVG, PNG, PDF and CSV, and one report as HTML and PDF. Node only.

import { accessSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { drawChart } from "@armistice/charts"
import { renderPdf, renderPng } from "@armistice/charts/node"
import { ArmisticeError } from "@armistice/core"
import { formatChartCsv, simulate } from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import type { Exhibit } from "../exhibit.ts"
import { findExhibits } from "../exhibits.ts"
import { type Broken, findBrokenClaims, type Reproduced } from "../judging/committed.ts"
import { Laboratory } from "../laboratory.ts"
import { paperRuns } from "../setting.ts"
import { formatReport } from "./report-html.ts"
import { renderReport } from "./report-pdf.ts"
import { formatResults, readCommitted } from "./results-file.ts"

/** The exhibits to reproduce, and the folder to write to. */
export interface ReproduceOptions {
  /** Runs of costly points, 20 as in the paper by default; cheap ones get 10 or 50 times that. */
  readonly runs?: number
  /** Exhibits by name; all if left out. */
  readonly only?: readonly string[]
  /** A folder to write to; nothing is written without it. */
  readonly out?: string
  readonly seed?: number
  /** Threads; all cores if left out. Changes no result. */
  readonly jobs?: number
  readonly signal?: AbortSignal
  /** `share` of all that is to be done, from 0 to 1. */
  readonly onProgress?: (share: number, note: string) => void
}

/** The result of a reproduction. */
export interface Reproduction {
  readonly reproduced: readonly Reproduced[]
  /** Claims that held in the committed results and no longer do. */
  readonly broken: readonly Broken[]
  /** Files written. */
  readonly files: readonly string[]
  /** Exhibits that were not begun or not finished, because the signal came first. */
  readonly unfinished: readonly string[]
}

/**
 * Reproduces the paper, or the exhibits named in `only`.
 *
 * @example
 * const { broken, files } = await reproduceAll({ only: ["guarantees"], out: "reproduced" })
 */
export async function reproduceAll(options: ReproduceOptions): Promise<Reproduction> {
  const { runs = paperRuns, seed = 1, signal, onProgress, out } = options
  const chosen = findExhibits(options.only)
  if (out !== undefined) makeFolder(out)
  const laboratory = new Laboratory({
    runs,
    seed,
    simulate: (spec, onShare) =>
      simulate(spec, {
        pool: threads,
        jobs: options.jobs ?? threads.size,
        ...(signal === undefined ? {} : { signal }),
        onProgress: ({ finished, runs: all }) => onShare(finished / all),
      }),
  })
  const isStopped = () => signal?.aborted === true
  const done: { exhibit: Exhibit; reproduced: Reproduced }[] = []
  for (const [index, exhibit] of chosen.entries()) {
    if (isStopped()) break
    const onShare = (share: number) => onProgress?.((index + share) / chosen.length, exhibit.title)
    onShare(0)
    try {
      const results = await exhibit.simulate(laboratory, onShare)
      // A figure with some of its runs missing is not a reproduction.
      if (isStopped()) break
      done.push({ exhibit, reproduced: { id: exhibit.id, runs, seed, judgements: exhibit.check(results), results } })
    } catch (error) {
      if (!isStopped()) throw error
    }
  }
  const reproduced = done.map((one) => one.reproduced)
  return {
    reproduced,
    broken: reproduced.flatMap((now) => {
      const committed = readCommitted(now.id)
      return committed === null ? [] : findBrokenClaims(committed, now)
    }),
    files: out === undefined ? [] : await write(out, done),
    unfinished: chosen.slice(done.length).map(({ id }) => id),
  }
}

/** Before any work: a folder that cannot be written would lose all of it. */
function makeFolder(folder: string): void {
  try {
    makeWithParents(resolve(folder))
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ArmisticeError("invalid_parameter", `out must be a folder that can be written, got ${folder} (${code})`)
  }
}

/** One by one: all at once, Node tries for ever where no folders can be made, such as in /proc. */
function makeWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined || folder === dirname(folder)) return
  makeWithParents(dirname(folder))
  mkdirSync(folder)
}

async function write(folder: string, done: readonly { exhibit: Exhibit; reproduced: Reproduced }[]): Promise<string[]> {
  const files: string[] = []
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    files.push(name)
  }
  for (const { exhibit, reproduced } of done) {
    put(`${exhibit.id}.json`, formatResults(reproduced))
    for (const { name, chart } of exhibit.charts(reproduced.results)) {
      const base = name === "" ? exhibit.id : `${exhibit.id}-${name}`
      put(`${base}.svg`, drawChart(chart))
      put(`${base}.png`, await renderPng(chart))
      put(`${base}.pdf`, await renderPdf(chart))
      put(`${base}.csv`, formatChartCsv(chart))
    }
  }
  put("report.html", formatReport(done))
  put("report.pdf", await renderReport(done))
  return files
}
