// Entries about arms release nothing, and say only what can have happened: nobody stops a stopped
// arm or the last one, resumes a running one, adds more than was declared, or releases what a stop
// has dropped.

import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { createArmEntry } from "./arm-entry.ts"
import { type ArmChange, formatEntry, formatStart, type PublicLedgerEntry } from "./ledger-entry.ts"
import { verifyLedger } from "./verify-ledger.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

const release = (arm: number) => ({ mechanism: "gaussian", arm, block: 0, count: 4, eta: 1 }) as const
const stop = (arm: number, cause: "harm" | "worse" | "person" = "person") =>
  ({ mechanism: "stop", arm, cause }) as const
const resume = (arm: number) => ({ mechanism: "resume", arm, cause: "person" }) as const
const add = (arm: number) => ({ mechanism: "add", arm, cause: "person", name: "gold" }) as const
const extend = (horizon: number) => ({ mechanism: "extend", arm: -1, cause: "person", horizon }) as const

/** The problem of a ledger of two arms, three at most, that has these entries. */
function findProblem(steps: readonly (ArmChange | ReturnType<typeof release>)[], change: object = {}): string | null {
  let previous = sha256(formatStart("e", 1))
  let spent = 0
  const entries = steps.map((step, place) => {
    const at = { experiment: "e", index: place + 1, at: place, previous }
    if (step.mechanism === "gaussian") spent = 1
    const unsealed =
      step.mechanism === "gaussian"
        ? { segment: "", epsilon: null, commitment: "c", ...step, ...at, spent, hash: "" }
        : {
            ...createArmEntry({ ...at, spent, commitment: "c" }, step),
            hash: "",
            ...(place + 1 === steps.length ? change : {}),
          }
    previous = sha256(formatEntry(unsealed as PublicLedgerEntry))
    return { ...unsealed, hash: previous }
  })
  return verifyLedger({ experiment: "e", limit: 1, arms: 2, maxArms: 3, horizon: 100, entries }, sha256).problem
}

test("arms are stopped, resumed and added, and an experiment is extended, in order with releases", () => {
  const steps = [release(0), stop(0, "harm"), release(1), resume(0), add(2), stop(2, "worse"), stop(1), extend(200)]
  expect(findProblem(steps)).toBeNull()
  expect(findProblem([stop(0), add(2), stop(1), extend(101), extend(102)])).toBeNull()
})

test.each([
  ["a second stop", [stop(0), stop(0)], "entry 2 stops arm 0, which is already stopped"],
  ["a stop of the last arm", [stop(0), stop(1)], "entry 2 stops the last arm"],
  ["a stop of an arm that is not there", [stop(2)], "entry 1 must name one of 2 arms, got 2"],
  ["a resumed arm that was running", [resume(0)], "entry 1 resumes arm 0, which is not stopped"],
  ["an arm too many", [add(2), add(3)], "entry 2 adds an arm above the limit of 3"],
  ["an arm out of order", [add(1)], "entry 1 must add arm 2, got 1"],
  ["a horizon that is no larger", [extend(100)], "entry 1 must raise the horizon from 100, got 100"],
  ["a release of a stopped arm", [stop(1), release(1)], "entry 2 releases arm 1, which is stopped"],
] as const)("found: %s", (_what, steps, problem) => {
  expect(findProblem(steps)).toBe(problem)
})

test.each([
  ["a release", { eta: 1 }, /must release nothing, but its eta is that of a release$/],
  ["a field of another kind of entry", { horizon: 9 }, /must release nothing, but its horizon is that of a release$/],
  ["another spend", { spent: 0.5 }, /must have spent 0, got 0.5$/],
  ["no time", { at: null }, /has no time$/],
  ["no commitment", { commitment: "" }, /has no commitment to the journal$/],
  ["another cause", { cause: "whim" }, /must have a cause \(harm, worse, person\), got "whim"$/],
])("found: a stop with %s", (_what, change, problem) => {
  expect(findProblem([stop(0)], change)).toMatch(problem)
})
