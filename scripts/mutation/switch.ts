// Runs inside the tests, once per test file: turns on the mutant that the file's address asks for before anything is imported, or,
// without one, notes which mutants each test reaches, and which the import of its file reaches.

import { configureGlobal, readConfigureGlobal } from "fast-check"
import { afterAll, afterEach, beforeEach, expect } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    reached?: Reached
    neverEnds?: boolean
  }
}

export interface Reached {
  /** The most switches that a test passes, or loading does. */
  readonly passed: number
  /** Mutants reached while files were loaded, and by each test. */
  readonly loading: readonly string[]
  readonly tests: Readonly<Record<string, readonly string[]>>
}

/** What instrumented code calls, and what it looks at. One for a thread, since what files import is loaded once. */
class Switches {
  active: string | null = null
  passed = 0
  limit = Number.POSITIVE_INFINITY
  /** The mutant that a test noticed: its other tests need not be run. */
  noticed: string | null = null
  reached = new Set<string>()

  readonly isActive = (id: string): boolean => {
    if (++this.passed > this.limit) throw new Error("this mutant never ends")
    return id === this.active
  }

  readonly reach = (...ids: string[]): void => {
    if (this.active === null) for (const id of ids) this.reached.add(id)
  }

  takeReached(): string[] {
    const list = [...this.reached]
    this.reached.clear()
    return list
  }
}

const shared = globalThis as { __mutants__?: Switches }
shared.__mutants__ ??= new Switches()
const switches = shared.__mutants__
const asked = new URLSearchParams(expect.getState().testPath?.split("?")[1])
const mutant = asked.get("mutant")
switches.passed = 0

if (mutant === null) {
  const tests: Record<string, string[]> = {}
  let loading: string[] = []
  let most = 0
  beforeEach(() => {
    loading = [...loading, ...switches.takeReached()]
    most = Math.max(most, switches.passed)
    switches.passed = 0
  })
  afterEach(({ task }) => {
    tests[task.id] = switches.takeReached()
    most = Math.max(most, switches.passed)
    switches.passed = 0
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the first parameter.
  afterAll(({}, suite) => {
    loading = [...new Set([...loading, ...switches.takeReached()])]
    suite.file.meta.reached = { passed: Math.max(most, switches.passed), loading, tests }
  })
} else {
  switches.active = mutant
  switches.limit = Number(asked.get("limit"))
  // That a property fails is enough; the smallest example need not be found.
  configureGlobal({ ...readConfigureGlobal(), endOnFailure: true })
  beforeEach(({ task, onTestFailed, skip }) => {
    switches.passed = 0
    if (switches.noticed === mutant) skip()
    onTestFailed(() => {
      // One that was cut short has not been noticed by this test; another may.
      if (switches.passed > switches.limit) task.meta.neverEnds = true
      else switches.noticed = mutant
    })
  })
}
