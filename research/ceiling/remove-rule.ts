// GDP-IMED as it would be without staying at the ceiling: its source with one condition changed, so
// that core has no switch that serves a measurement only.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { AlgorithmEntry } from "@armistice/core"

const source = new URL("../../core/algorithms/gdp-imed.ts", import.meta.url)
const condition = "eta > SHARP_ETA && highest === SHARP_CEILING"

/** The text with the rule switched off, and imports that work from any folder. */
export function removeRule(text: string): string {
  if (text.split(condition).length !== 2) throw new Error(`gdp-imed.ts must have "${condition}" once`)
  return text
    .replace(condition, `false && ${condition}`)
    .replaceAll(/from "(\.[^"]+)"/g, (_all, path: string) => `from "${new URL(path, source)}"`)
}

export async function importWithoutRule(): Promise<AlgorithmEntry> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-ceiling-"))
  try {
    const file = join(folder, "gdp-imed.mts")
    writeFileSync(file, removeRule(readFileSync(source, "utf8")))
    const { gdpImed } = (await import(pathToFileURL(file).href)) as { gdpImed: AlgorithmEntry }
    return gdpImed
  } finally {
    rmSync(folder, { recursive: true })
  }
}
