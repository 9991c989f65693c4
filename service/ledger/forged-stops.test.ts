// Forged changes of arms: a stop that is made up, taken out, moved, or said of another arm or cause
// is found, and so is a decision or a reward that a stop rules out.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { verifyFile } from "./verify-file.ts"

interface Honest {
  readonly bytes: Buffer
  /** The journal entries of the stop and of the resume, and the stop's entry in the ledger. */
  readonly stop: number
  readonly resume: number
  readonly entry: number
  /** A decision of the stopped arm before the stop that has not joined. */
  readonly dropped: number
}

/** An honest store, played once for all tests that change a copy of it. */
let honest: Honest | undefined

async function play(): Promise<Honest> {
  const { service, store, path } = await testService({ snapshotEvery: 1e6 })
  const { id } = (await service.createExperiment({ ...demo, maxArms: 4 })).live.experiment
  const decide = async (from: number, until: number) => {
    for (let number = from; number < until; number++) {
      await service.decide(id, { decisionId: `d${number}` }, "local")
      if (number % 4 !== 0) await service.reward(id, `d${number}`, number % 3 === 0 ? 1 : 0.25, "local")
    }
  }
  await decide(0, 80)
  await service.changeArms(id, { kind: "stop", arm: "b", reason: "why" })
  await decide(80, 120)
  await service.changeArms(id, { kind: "resume", arm: "b", reason: "again" })
  await service.changeArms(id, { kind: "add", name: "d" })
  await decide(120, 160)
  const [stop, resume] = store.rowsAfter("armChanges", id, 0).map(({ sequence }) => sequence)
  const entry = store.ledger(id, 0, 1000).find(({ mechanism }) => mechanism === "stop")?.index
  const dropped = store
    .rowsAfter("decisions", id, 0)
    .find(({ arm, sequence }) => arm === 1 && sequence < (stop ?? 0) && !store.isObserved(id, sequence))?.sequence
  await service.close()
  return { bytes: readFileSync(path), stop, resume, entry, dropped } as Honest
}

async function tampered(sql: (from: Honest) => string): Promise<string | null | undefined> {
  honest ??= await play()
  const path = join(temporaryFolder(), "copy.db")
  writeFileSync(path, honest.bytes)
  const database = new DatabaseSync(path)
  database.exec(sql(honest))
  database.close()
  return (await verifyFile(path))[0]?.problem
}

test("a ledger that nobody forged verifies; who did it and why is no part of any hash", async () => {
  expect(await tampered(() => "SELECT 1")).toBeNull()
  const edited = "UPDATE arm_changes SET key = NULL WHERE kind = 'resume'; UPDATE snapshots SET sequence = sequence"
  expect(await tampered(() => edited)).toBeNull()
})

test.each<readonly [string, (from: Honest) => string, RegExp]>([
  [
    "a stop is taken out",
    ({ stop }) => `DELETE FROM arm_changes WHERE sequence = ${stop}`,
    /^journal entry \d+ does not follow/,
  ],
  [
    "a stop is of another arm",
    ({ stop }) => `UPDATE arm_changes SET arm = 2 WHERE sequence = ${stop}`,
    /^entry \d+ must have the arm of its change, 2, got 1$/,
  ],
  [
    "a stop has another cause",
    ({ stop }) => `UPDATE arm_changes SET cause = 'worse' WHERE sequence = ${stop}`,
    /^entry \d+ must have the cause of its change, worse, got person$/,
  ],
  [
    "a stop was at another time",
    ({ stop }) => `UPDATE arm_changes SET at = at + 1 WHERE sequence = ${stop}`,
    /^entry \d+ must have the at of its change/,
  ],
  [
    "a segment is made up",
    ({ stop }) => `UPDATE arm_changes SET segment = 'x' WHERE sequence = ${stop}`,
    /^entry \d+ is committed to another journal/,
  ],
  [
    "an arm is stopped twice",
    ({ resume }) => `UPDATE arm_changes SET kind = 'stop' WHERE sequence = ${resume}`,
    /stops arm 1, which is already stopped$/,
  ],
  [
    "an added arm has another name",
    () => "UPDATE arm_changes SET name = 'e' WHERE kind = 'add'",
    /^entry \d+ must have the name of its change, e, got d$/,
  ],
  [
    "the commitment of a stop cannot be opened",
    ({ entry }) => `UPDATE ledger_secrets SET salt = 'x' WHERE number = ${entry}`,
    /^entry \d+ is committed to another journal/,
  ],
  [
    "a stop is put elsewhere",
    ({ entry }) => `UPDATE ledger_secrets SET sequence = sequence + 1 WHERE number = ${entry}`,
    /^entry \d+ is committed to another journal/,
  ],
  [
    "someone got the arm after the stop, not learned from",
    ({ stop }) => `UPDATE decisions SET arm = 1, pull = NULL WHERE sequence = ${stop + 1}`,
    /has arm 1, which is stopped$/,
  ],
  [
    "a reward that was dropped joins",
    ({ stop, dropped }) =>
      `UPDATE observations SET decision = ${dropped} WHERE sequence = (SELECT min(sequence) FROM observations WHERE sequence > ${stop})`,
    /is not learned from, or was made before the last restore or stop/,
  ],
  [
    "the stored arms are others",
    () => "UPDATE snapshots SET arms = json_set(arms, '$.stops', 0)",
    /^the stored state after/,
  ],
])("found: %s", async (_what, sql, problem) => {
  expect(await tampered(sql)).toMatch(problem)
})
