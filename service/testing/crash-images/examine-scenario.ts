// Records a scenario, rebuilds what a loss of power could leave of it, and examines each of these
// images.

import { rmSync } from "node:fs"
import { join } from "node:path"
import { seededRandom } from "@armistice/core"
import { type CrashImage, chooseImages, crashImage, writeImage } from "./crash-images.ts"
import { acknowledgedBefore, examineImage, isRestoreNoticed } from "./examine-image.ts"
import { recordScenario, type Scenario } from "./record.ts"
import type { DiskOperation } from "./recorded-disk.ts"

export interface ImageReport {
  readonly images: number
  readonly acknowledged: number
  readonly problems: string[]
}

/** A mistake in the program, planted into its recording. */
export type Plant = (operations: readonly DiskOperation[]) => DiskOperation[]

export async function examineScenario(
  scenario: Scenario,
  folder: string,
  count: number,
  plant: Plant = (operations) => [...operations],
  seed = 1,
): Promise<ImageReport> {
  const operations = plant(await recordScenario(scenario))
  const problems: string[] = []
  const images = chooseImages(operations, firstCut(scenario, operations), count, seed)
  let acknowledged = 0
  for (const [number, image] of images.entries()) {
    const known = acknowledgedBefore(operations, image.cut)
    acknowledged += known.length
    const place = join(folder, `${scenario}-${number}`)
    writeImage(place, image)
    const found = await examineImage(scenario, place, known).catch((error: unknown) => [String(error)])
    problems.push(...found.map((problem) => `${describePlace(image, operations)}: ${problem}`))
    if (process.env["KEEP_IMAGES"] === undefined) rmSync(place, { recursive: true, force: true })
  }
  return { images: images.length, acknowledged, problems }
}

/**
 * Older databases put back beside the files that a cut left: how many the witness can tell, and how
 * many the service did not notice.
 */
export async function examineRestores(folder: string, count: number, seed = 1): Promise<ImageReport> {
  const random = seededRandom(seed)
  const operations = await recordScenario("serve")
  const answers = operations.flatMap(({ kind }, index) => (kind === "acknowledge" ? [index + 1] : []))
  const problems: string[] = []
  let images = 0
  for (let number = 0; images < count && number < 20 * count; number++) {
    const [from, to] = [random.integer(answers.length), random.integer(answers.length)].toSorted((a, b) => a - b)
    const older = crashImage(operations, answers[from as number] as number, "all", seed)
    const kind = number % 2 === 0 ? "flushed" : "all"
    const newer = crashImage(operations, answers[to as number] as number, kind, seed)
    const files = new Map(newer.files)
    for (const name of ["store.db", "store.db-wal"]) {
      const bytes = older.files.get(name)
      if (bytes === undefined) files.delete(name)
      else files.set(name, bytes)
    }
    const place = join(folder, `restore-${number}`)
    writeImage(place, { ...newer, files })
    const noticed = await isRestoreNoticed(join(place, "store.db"))
    if (noticed !== null) images += 1
    if (noticed === false)
      problems.push(`${describePlace(newer, operations)}: a restore to ${older.cut} was not noticed`)
    rmSync(place, { recursive: true, force: true })
  }
  return { images, acknowledged: 0, problems }
}

/** Operations before the scenario's own part are the same for all; "serve" covers them. */
function firstCut(scenario: Scenario, operations: readonly DiskOperation[]): number {
  if (scenario === "serve") return 0
  const last = scenario === "restore" ? "restored" : "stop"
  return operations.findIndex((one) => one.kind === "acknowledge" && one.what === last)
}

const describePlace = ({ cut, kind }: CrashImage, operations: readonly DiskOperation[]): string =>
  `cut after ${cut} of ${operations.length} (${operations[cut - 1]?.kind}), ${kind}`
