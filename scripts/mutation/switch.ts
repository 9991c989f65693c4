// Runs inside the tests, once per test file: turns on the mutant that the file's address asks for before anything is imported, or,
// without one, notes which mutants each test reaches, and which the import of its file reaches.

import { afterAll, afterEach, beforeEach, expect, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** How often a mutant may be reached before it counts as one that never ends. */
    hitLimits: Readonly<Record<string, number>>
  }
  interface TaskMeta {
    reached?: Reached
    hits?: number
  }
}

export interface Reached {
  /** Hits per mutant while files were loaded, and per test. */
  readonly loading: Readonly<Record<string, number>>
  readonly tests: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** What instrumented code looks at. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitLimit?: number | undefined
  hitCount?: number | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  /** The mutant that a test noticed: its other tests need not be run. */
  noticed?: string
}

const shared = globalThis as { __stryker__?: Switches }
shared.__stryker__ ??= {}
const switches = shared.__stryker__
const mutant = new URLSearchParams(expect.getState().testPath?.split("?")[1]).get("mutant")

if (mutant === null) {
  beforeEach(({ task }) => {
    switches.currentTestId = task.id
  })
  afterEach(() => {
    switches.currentTestId = undefined
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the first parameter.
  afterAll(({}, suite) => {
    const found = switches.mutantCoverage
    suite.file.meta.reached = { loading: found?.static ?? {}, tests: found?.perTest ?? {} }
  })
} else {
  if (switches.activeMutant !== mutant) switches.hitCount = 0
  switches.activeMutant = mutant
  switches.hitLimit = inject("hitLimits")[mutant]
  beforeEach(({ onTestFailed, skip }) => {
    if (switches.noticed === mutant) skip()
    onTestFailed(() => {
      switches.noticed = mutant
    })
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  afterAll(({}, suite) => {
    suite.file.meta.hits = switches.hitCount ?? 0
  })
}
