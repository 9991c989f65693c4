// Which algorithms may run live (their catalogue entries say so, or why not), and the ones taken
// for a privacy target.

import { catalogue, type LiveUse } from "@armistice/core"
import { contextCatalogue } from "@armistice/core/context"

/** For a target on the GDP scale, and for pure DP. */
export const defaultAlgorithms = { gdp: "gdp-imed", pure: "dp-imed" } as const

/** Null: not on offer at all. */
export const liveUse = (name: string): LiveUse | null =>
  [...catalogue, ...contextCatalogue].find((entry) => entry.name === name)?.live ?? null

export const liveNames = (): string[] => catalogue.flatMap(({ name, live }) => (live.noise === null ? [] : [name]))
