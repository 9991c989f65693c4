// A file that was restored or copied, by whatever means, is noticed when it is served; one that
// only crashed is not taken for a copy.

import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { wholeSegment } from "../../experiment.ts"
import { verifyStore } from "../../ledger/verify-ledger.ts"
import { TestClock, type TestService, temporaryFolder, testService } from "../../testing/test-service.ts"
import { noChanges } from "../changes.ts"
import { backupStore, moveStore } from "./copy-store.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { noCopy, type Seen, StoreWitness } from "./store-witness.ts"

const clock = new TestClock()
const serve = (path: string): Promise<TestService> => testService({ path, clockFrom: clock })
const newPath = (): string => join(temporaryFolder(), "a.db")

/** A store with an open batch: a copy that goes on from it would noise the same sum. */
async function begin(path: string) {
  const { service } = await serve(path)
  const request = {
    name: "x",
    arms: ["a", "b"],
    horizon: 10_000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "adac-ucb", eta: 1 },
  }
  const { id } = (await service.createExperiment(request)).live.experiment
  await play(service, id, 21)
  return { service, id }
}

/** As between file systems: within one process SQLite would know the old file by its inode. */
function rename(from: string, to: string): void {
  copyFileSync(from, to)
  rmSync(from)
}

let round = 0

async function play(service: TestService["service"], id: string, rounds: number): Promise<void> {
  for (let left = rounds; left > 0; left--) {
    const decisionId = `d${round++}`
    await service.decide(id, { decisionId }, "local")
    await service.reward(id, decisionId, 1, "local")
  }
}

/** Rows that hold rewards back until their release. */
const heldBy = ({ service }: TestService, id: string): number => {
  const { received } = service.live(id).segment(wholeSegment).state as unknown as { received: number[] }
  return received.reduce((sum, count) => sum + count, 0)
}

/** Serves the file and says which restore it found; a copy holds nothing back, and verifies. */
async function served(path: string, id: string): Promise<number | null> {
  const made = await serve(path)
  const { restored } = made.service
  expect(heldBy(made, id) === 0).toBe(restored !== null)
  expect((await verifyStore(made.store)).map(({ problem }) => problem)).toEqual([null])
  await made.service.close()
  return restored
}

test("a store that is stopped, started, killed and started again is no copy", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  await service.close()
  expect(await served(path, id)).toBeNull()
  const killed = await serve(path)
  await play(killed.service, id, 4)
  // As a kill leaves it: nothing tidied up.
  killed.store.database.close()
  expect(await served(path, id)).toBeNull()
  expect(await served(path, id)).toBeNull()
})

test("a kill or a loss of power between a commit and its witness leaves a witness that has seen less: no copy", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  const before = readFileSync(`${path}.seen`)
  await play(service, id, 2)
  const after = readFileSync(`${path}.seen`)
  expect(after.equals(before)).toBe(false)
  await service.close()
  writeFileSync(`${path}.seen`, before)
  expect(await served(path, id)).toBeNull()
})

test("the witness is one sector, for its owner only, and is overwritten in place", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  const { size, mode, ino } = statSync(`${path}.seen`)
  expect([size, mode & 0o777]).toEqual([512, 0o600])
  const { commits } = new StoreWitness(path).read() ?? { commits: 0 }
  await play(service, id, 1)
  expect(statSync(`${path}.seen`).ino).toBe(ino)
  expect(new StoreWitness(path).read()?.commits).toBe(commits + 2)
})

test("a witness that may only be read does not fall behind: it is made again with the first commit", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  await service.close()
  chmodSync(`${path}.seen`, 0o444)
  const going = await serve(path)
  await play(going.service, id, 1)
  await going.service.close()
  expect(statSync(`${path}.seen`).mode & 0o777).toBe(0o600)
  const kept = newPath()
  copyFileSync(path, kept)
  const later = await serve(path)
  await play(later.service, id, 1)
  await later.service.close()
  copyFileSync(kept, path)
  expect(await served(path, id)).toBe(1)
})

test("a witness that may not be read is refused by its name: what it knows of restores must not be forgotten", async () => {
  const path = newPath()
  const { service } = await begin(path)
  await service.close()
  rmSync(`${path}.seen`)
  mkdirSync(`${path}.seen`)
  await expect(serve(path)).rejects.toThrow(`${path}.seen cannot be read: EISDIR`)
})

test("a file copied elsewhere is noticed, stopped or running, and the original goes on", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  const running = newPath()
  copyFileSync(path, running)
  copyFileSync(`${path}-wal`, `${running}-wal`)
  expect(await served(running, id)).toBe(1)
  // Once it has been dealt with, it is a store like any other.
  expect((await serve(running)).service.restored).toBeNull()
  await service.close()
  const stopped = newPath()
  copyFileSync(path, stopped)
  expect(await served(stopped, id)).toBe(1)
  expect(await served(path, id)).toBeNull()
})

test("an older file put back over the store is noticed each time, though its inode is the same; an equal one is no copy", async () => {
  const path = newPath()
  const kept = newPath()
  const { service, id } = await begin(path)
  await service.close()
  copyFileSync(path, kept)
  const { ino } = statSync(path)
  copyFileSync(kept, path)
  expect(await served(path, id)).toBeNull()
  for (const restore of [1, 2, 3]) {
    const going = await serve(path)
    await play(going.service, id, 1)
    await going.service.close()
    copyFileSync(kept, path)
    expect(statSync(path).ino).toBe(ino)
    expect(await served(path, id)).toBe(restore)
  }
})

test("a file put back that only lacks one commit is noticed", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  await service.close()
  copyFileSync(path, `${path}.kept`)
  const going = await serve(path)
  await going.service.decide(id, {}, "local")
  await going.service.close()
  copyFileSync(`${path}.kept`, path)
  expect(await served(path, id)).toBe(1)
})

test("renamed together with its witness a store goes on; alone it is a copy, as is one whose witness is lost or garbled", async () => {
  const [path, both, alone] = [newPath(), newPath(), newPath()]
  const { service, id } = await begin(path)
  await service.close()
  rename(path, both)
  rename(`${path}.seen`, `${both}.seen`)
  expect(await served(both, id)).toBeNull()
  const going = await serve(both)
  await play(going.service, id, 1)
  await going.service.close()
  const witness = readFileSync(`${both}.seen`)
  const garbled = [Buffer.alloc(0), Buffer.alloc(512), witness.subarray(0, 300), Buffer.from(witness).fill(49, 60, 62)]
  for (const [index, bytes] of garbled.entries()) {
    const torn = newPath()
    copyFileSync(both, torn)
    writeFileSync(`${torn}.seen`, bytes)
    expect(await served(torn, id), `garbled ${index}`).toBe(1)
  }
  rename(both, alone)
  expect(await served(alone, id)).toBe(1)
})

test("a link leads to the same witness", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  await service.close()
  const link = newPath()
  symlinkSync(path, link)
  expect(await served(link, id)).toBeNull()
})

test("copies of copies count on, whichever of file and witness knows more", async () => {
  const [path, kept] = [newPath(), newPath()]
  const { service, id } = await begin(path)
  await service.close()
  copyFileSync(path, kept)
  copyFileSync(kept, newPath())
  const second = newPath()
  copyFileSync(kept, second)
  expect(await served(second, id)).toBe(1)
  // The file knows of one restore, the witness of none.
  copyFileSync(second, path)
  expect(await served(path, id)).toBe(2)
  // The witness knows of two, the file of none; also when it is backed up or moved before anyone
  // serves it.
  copyFileSync(kept, path)
  const [backup, moved] = [newPath(), newPath()]
  backupStore(path, backup)
  expect(await served(backup, id)).toBe(3)
  moveStore(path, moved)
  expect(await served(moved, id)).toBe(3)
})

test("a moved store is no copy, and a copy of it is one", async () => {
  const [path, moved, copied] = [newPath(), newPath(), newPath()]
  const { service, id } = await begin(path)
  await service.close()
  moveStore(path, moved)
  copyFileSync(moved, copied)
  expect(await served(copied, id)).toBe(1)
  expect(await served(moved, id)).toBeNull()
  await expect(serve(path)).rejects.toThrow(/frozen/)
  // The remaining file can be served as a copy.
  const rescued = newPath()
  backupStore(path, rescued)
  expect(await served(rescued, id)).toBe(1)
})

test("looking after keys or reading the file of a copy does not make it pass for the original", async () => {
  const [path, copied] = [newPath(), newPath()]
  const { service, id } = await begin(path)
  await service.close()
  copyFileSync(path, copied)
  for (let times = 0; times < 3; times++) {
    const store = openSqliteStore(copied)
    expect(store.copied()).toBe(1)
    store.setProperty("anything", "1")
    store.commit(noChanges())
    store.close()
    openSqliteStore(copied, { readOnly: true }).close()
  }
  expect(await served(copied, id)).toBe(1)
})

test("a crash while a store is made, or while a copy becomes a store of its own, is no further restore", async () => {
  const path = newPath()
  const { service, id } = await begin(path)
  await service.close()
  const witness = new StoreWitness(path)
  const { copy, commits, restores } = witness.read() ?? { copy: "", commits: 0, restores: 0 }
  // The database has become what the witness said it would.
  witness.make({ copy: "other", commits: commits + 5, restores, next: copy })
  expect(await served(path, id)).toBeNull()
  expect(witness.read()).toMatchObject({ copy, next: "" })
  // It has not: still the same restore, however often that is tried.
  witness.make({ copy: "other", commits, restores, next: "never came" })
  expect(await served(path, id)).toBe(1)
  // A new store whose witness came first.
  const fresh = newPath()
  writeFileSync(fresh, "")
  new StoreWitness(fresh).make({ copy: noCopy, commits: 0, restores: 0, next: "first" })
  for (let times = 0; times < 2; times++) {
    const store = openSqliteStore(fresh)
    expect(store.copied()).toBeNull()
    store.close()
    expect(new StoreWitness(fresh).read()).toMatchObject({ copy: "first", next: "" })
  }
})

test("a restore whose treatment the power ended is still one, also if the disk had lost what the witness saw last", async () => {
  const [path, kept] = [newPath(), newPath()]
  const { service, id } = await begin(path)
  await service.close()
  copyFileSync(path, kept)
  const flushed = new StoreWitness(path).read() as Seen
  const later = await serve(path)
  await play(later.service, id, 3)
  await later.service.close()
  copyFileSync(kept, path)
  // Discarding open batches commits, and these commits take the file past the older witness.
  const restored = openSqliteStore(path)
  const cut = restored.transactions({}).asCopy(async () => {
    restored.commit(noChanges())
    throw new Error("the power went")
  })
  await expect(cut).rejects.toThrow("the power went")
  restored.close()
  new StoreWitness(path).make(flushed)
  expect(await served(path, id)).toBe(1)
})
