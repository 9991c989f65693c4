// npm run verify:power: cuts the power of a disk under the real service, on ext4, xfs and btrfs,
// and looks for anything lost. The disk is power-disk.ts below a loop device, so the kernel's own
// file systems decide what a cut leaves. Linux and root only. Everything is in memory and in one
// temporary folder; no other disk is touched. Arguments: cuts for each file system, seed, and the
// file systems (all if left out).

import { type ChildProcess, execFileSync, fork, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { seededRandom } from "@armistice/core"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type Acknowledged, examineStore } from "../testing/crash-images/examine-image.ts"
import { endProcess, startProcess } from "../testing/service-process.ts"
import type { DiskCommand } from "./power-disk.ts"

const makers = {
  ext4: ["mkfs.ext4", "-q", "-F", "-E", "nodiscard"],
  xfs: ["mkfs.xfs", "-q", "-f", "-K"],
  btrfs: ["mkfs.btrfs", "-q", "-f", "-K"],
} as const
type FileSystem = keyof typeof makers

const cutsPerStore = 3
const clientCount = 4

interface CutReport {
  cuts: number
  duringStart: number
  /** Answers that were looked for after all cuts together; the same for backups. */
  examined: number
  backups: number
  sectorsLost: number
  problems: string[]
}

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 60_000, encoding: "utf8" }).trim()

/** The disk, the loop device on it, and the file system that is mounted from there. */
class Machine {
  readonly place: string
  readonly #folder: string
  readonly #fileSystem: FileSystem
  readonly #disk: ChildProcess
  #loop: string | null = null

  private constructor(folder: string, fileSystem: FileSystem, disk: ChildProcess) {
    this.#folder = folder
    this.#fileSystem = fileSystem
    this.#disk = disk
    this.place = join(folder, "mounted")
  }

  static async start(folder: string, fileSystem: FileSystem): Promise<Machine> {
    for (const name of ["disk", "mounted"]) mkdirSync(join(folder, name), { recursive: true })
    const program = fileURLToPath(new URL("power-disk.ts", import.meta.url))
    const disk = fork(program, [join(folder, "disk")], { execArgv: process.execArgv })
    const machine = new Machine(folder, fileSystem, disk)
    await machine.#answered()
    return machine
  }

  /** An empty file system, as its tools make it. */
  async format(): Promise<void> {
    await this.#tell({ do: "reset" })
    this.#attach()
    const [maker, ...options] = makers[this.#fileSystem]
    run(maker, ...options, this.#loop ?? "")
    this.#mount()
    run("sync", "-f", this.place)
  }

  async cut(seed: number): Promise<{ cached: number; lost: number }> {
    return (await this.#tell({ do: "cut", seed })) as { cached: number; lost: number }
  }

  /** After everything that was running has been ended: the file system finds what the cut left. */
  async powerOn(): Promise<void> {
    await this.#detach()
    await this.#tell({ do: "power on" })
    this.#attach()
    this.#mount()
  }

  async off(): Promise<void> {
    await this.#detach()
  }

  async remove(): Promise<void> {
    await this.#detach().catch(() => undefined)
    spawnSync("umount", ["-l", this.place], { stdio: "ignore" })
    if (this.#loop !== null) spawnSync("losetup", ["-d", this.#loop], { stdio: "ignore" })
    spawnSync("umount", ["-l", join(this.#folder, "disk")], { stdio: "ignore" })
    this.#disk.kill("SIGKILL")
  }

  #attach(): void {
    this.#loop = run("losetup", "--find", "--show", join(this.#folder, "disk", "disk"))
    // The kernel may remember an earlier device under this name.
    run("blockdev", "--flushbufs", this.#loop)
    if (this.#fileSystem === "btrfs") spawnSync("btrfs", ["device", "scan", "--forget"], { stdio: "ignore" })
  }

  #mount(): void {
    run("mount", "-t", this.#fileSystem, this.#loop ?? "", this.place)
  }

  async #detach(): Promise<void> {
    if (this.#loop === null) return
    // A process that was killed may take a moment to release its files.
    for (let tries = 0; ; tries++) {
      const done = spawnSync("umount", [this.place], { encoding: "utf8" })
      if (done.status === 0 || /not mounted/.test(done.stderr)) break
      // SQLite keeps a file open until the statements on it have been collected.
      collectGarbage()
      if (tries > 100) throw new Error(`the file system could not be unmounted: ${done.stderr}`)
      await sleep(50)
    }
    run("losetup", "-d", this.#loop)
    this.#loop = null
  }

  async #tell(command: DiskCommand): Promise<unknown> {
    const answered = this.#answered()
    this.#disk.send(command)
    return answered
  }

  #answered(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error("the disk's process ended"))
      this.#disk.once("exit", ended)
      this.#disk.once("message", (message) => {
        this.#disk.off("exit", ended)
        resolve(message)
      })
    })
  }
}

const experiment = {
  name: "sums",
  arms: ["a", "b", "c"],
  horizon: 1_000_000,
  answers: "all",
  privacy: { epsilon: 1 },
  algorithm: { name: "dp-imed", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
}

/** Clients of one store, over all its cuts; what was answered before a cut is in `acknowledged`. */
class Clients {
  readonly acknowledged: Acknowledged[] = []
  #isOver = true
  #turn = 0
  /** Known to the client even if it did not hear of it: sent until it is answered. */
  #experiment: string | null = null
  #working: Promise<void>[] = []

  start(address: string, clients: number): void {
    this.#isOver = false
    this.#working = Array.from({ length: clients }, () => this.#work(address))
  }

  /**
   * Waits for `more` answers, and then `pauseMs`, so that a cut does not always come right after an
   * answer.
   */
  async untilAnswered(more: number, pauseMs: number): Promise<void> {
    const from = this.acknowledged.length
    for (let waited = 0; this.acknowledged.length - from < more && waited < 1000; waited++) await sleep(5)
    await sleep(pauseMs)
  }

  /** Decisions that were asked for and not answered before a cut. */
  get unanswered(): number {
    return this.#turn - this.acknowledged.filter(({ what }) => what === "decision").length
  }

  /** From now on answers no longer count. */
  freeze(): Acknowledged[] {
    this.#isOver = true
    return [...this.acknowledged]
  }

  async stop(): Promise<void> {
    await Promise.all(this.#working)
  }

  async #work(address: string): Promise<void> {
    try {
      while (!this.#isOver) await this.#takeTurn(address)
    } catch {
      // The service is gone.
    }
  }

  async #takeTurn(address: string): Promise<void> {
    if (this.#experiment === null) {
      const { id } = (await send("POST", `${address}/v1/experiments`, experiment)) as { id: string }
      if (this.#isOver) return
      this.#experiment ??= id
      this.#note("experiment", { id })
    }
    const id = this.#experiment
    const turn = this.#turn++
    const decisionId = `d${turn}`
    const base = `${address}/v1/experiments/${id}/decisions`
    const { arm } = (await send("POST", base, { decisionId, subject: `s${turn}` })) as { arm: string }
    this.#note("decision", { id, decisionId, arm })
    if (turn % 3 === 0) return
    await send("PUT", `${base}/${decisionId}/reward`, { value: turn % 2 })
    this.#note("reward", { id, decisionId, value: turn % 2 })
  }

  #note(what: string, about: Partial<Acknowledged["about"]>): void {
    if (!this.#isOver) this.acknowledged.push({ what, about: about as Acknowledged["about"] })
  }
}

async function send(method: string, url: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" }
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body), signal })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status}`)
  return answer.status === 204 ? null : answer.json()
}

/** Cuts the power of one new store several times, and examines it after each. */
async function cutStore(machine: Machine, random: ReturnType<typeof seededRandom>, report: CutReport): Promise<void> {
  await machine.format()
  const path = join(machine.place, "store.db")
  const clients = new Clients()
  const backups = new Map<string, Acknowledged[]>()
  let starting = startProcess(path)
  for (let number = 0; number < cutsPerStore; number++) {
    // The first cuts fall into the first second of a store, some before it has said that it serves.
    const isEarly = number === 0 && random.uniform() < 0.4
    if (isEarly) await sleep(100 + random.uniform() * 900)
    else {
      clients.start((await starting).address, clientCount)
      await clients.untilAnswered(random.integer(number === 0 ? 30 : 200), 20 * random.uniform())
      if (random.uniform() < 0.4 && clients.acknowledged.length > 0) backup(path, number, clients, backups)
    }
    const known = clients.freeze()
    const { lost } = await machine.cut(random.integer(2 ** 31))
    const server = await starting.catch(() => null)
    if (server !== null) await endProcess(server, "SIGKILL")
    await clients.stop()
    await machine.powerOn()
    report.cuts += 1
    report.duringStart += isEarly ? 1 : 0
    report.examined += known.length
    report.backups += backups.size
    report.sectorsLost += lost
    starting = startProcess(path)
    const problems = await examineAfterCut(path, starting, known, clients.unanswered, backups)
    const where = `cut ${number + 1} of a store, ${known.length} acknowledged`
    report.problems.push(...problems.map((problem) => `${where}: ${problem}`))
    if (problems.length > 0) break
  }
  const last = await starting.catch(() => null)
  if (last !== null) await endProcess(last, "SIGKILL")
  await machine.off()
}

/** Its contents on return must be in the file after any power cut. */
function backup(path: string, number: number, clients: Clients, backups: Map<string, Acknowledged[]>): void {
  const to = `${path}.backup-${number}`
  const before = [...clients.acknowledged]
  backupStore(path, to)
  backups.set(to, before)
}

async function examineAfterCut(
  path: string,
  starting: Promise<unknown>,
  known: readonly Acknowledged[],
  unanswered: number,
  backups: ReadonlyMap<string, readonly Acknowledged[]>,
): Promise<string[]> {
  const problems: string[] = []
  try {
    await starting
    problems.push(...(await examineStore(path, known, unanswered)))
    const store = openSqliteStore(path, { readOnly: true })
    if (store.restores() !== 0) problems.push("a loss of power was taken for a restore")
    store.close()
  } catch (error) {
    problems.push(`the store does not start: ${String(error).slice(0, 400)}`)
  }
  // A backup may contain changes that were in progress.
  for (const [to, before] of backups)
    if (!existsSync(to)) problems.push("a backup was acknowledged and is lost")
    else
      problems.push(
        ...(await examineStore(to, before, unanswered + clientCount)).map((problem) => `backup: ${problem}`),
      )
  return problems
}

async function cutFileSystem(fileSystem: FileSystem, folder: string, cuts: number, seed: number): Promise<CutReport> {
  const report: CutReport = { cuts: 0, duringStart: 0, examined: 0, backups: 0, sectorsLost: 0, problems: [] }
  const random = seededRandom(seed)
  const machine = await Machine.start(join(folder, fileSystem), fileSystem)
  try {
    while (report.cuts < cuts) await cutStore(machine, random, report)
  } catch (error) {
    report.problems.push(`the test itself failed: ${String(error)}`)
  } finally {
    await machine.remove()
  }
  return report
}

/** Why it cannot run here; null: it can. */
function missing(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "root on Linux"
  if (!existsSync("/dev/fuse") || !existsSync("/dev/loop-control")) return "/dev/fuse and loop devices"
  const tools = [...Object.values(makers).map(([maker]) => maker), "losetup", "mount", "blockdev"]
  const lacking = tools.filter((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0)
  return lacking.length === 0
    ? null
    : `${lacking.join(", ")} (apt-get install e2fsprogs xfsprogs btrfs-progs mount util-linux)`
}

const lacking = missing()
if (lacking !== null) {
  process.stderr.write(`verify:power cuts the power of file systems in loop devices, which needs ${lacking}\n`)
  process.exit(1)
}
const [cuts = "60", seed = "1", ...chosen] = process.argv.slice(2)
const fileSystems = (chosen.length > 0 ? chosen : Object.keys(makers)) as FileSystem[]
if (fileSystems.length === 1) process.exitCode = await verify(fileSystems[0] as FileSystem)
else {
  // Each in a process of its own, since commands such as mkfs keep it waiting.
  const own = (fileSystem: string, index: number) =>
    fork(fileURLToPath(import.meta.url), [cuts, String(Number(seed) + index), fileSystem])
  const codes = await Promise.all(fileSystems.map((one, index) => ended(own(one, index))))
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1
}

async function verify(fileSystem: FileSystem): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-power-"))
  try {
    const report = await cutFileSystem(fileSystem, folder, Number(cuts), Number(seed))
    process.stdout.write(`${fileSystem}: ${JSON.stringify(report)}\n`)
    return report.problems.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve))
}
