// Replicas of the version before the schema's last step and of this one side by side on one Postgres, under load, until the old ones are
// replaced: nothing acknowledged may be lost. The old version comes from the history of the repository. Part of npm run verify.

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AcknowledgedLoad } from "../testing/acknowledged-load.ts"
import { startPostgres } from "../testing/postgres-server.ts"
import { bundle, endProcess, root, type ServiceProcess, startProcess } from "../testing/service-process.ts"

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }).trim()

/** The commit before the schema last changed; null without history. */
function before(): string | null {
  try {
    return git(
      "rev-parse",
      "--verify",
      `${git("log", "--follow", "-n1", "--format=%H", "-G", "least: ", "--", schema)}^`,
    )
  } catch {
    return null
  }
}

const schema = "service/store/postgres/postgres-schema.ts"
const commit = process.argv[2] ?? before()
if (commit === null) process.stdout.write("Not verified here: there is no history to take the version before from.\n")
else await upgrade(commit)

async function upgrade(from: string): Promise<void> {
  const checkout = mkdtempSync(join(tmpdir(), "armistice-before-"))
  const server = await startPostgres()
  const load = new AcknowledgedLoad([])
  const started: ServiceProcess[] = []
  const start = async (file?: string) => {
    const replica = await startProcess(server.url, file === undefined ? {} : { file })
    started.push(replica)
    return replica
  }
  try {
    execFileSync("sh", ["-c", `git archive ${from} | tar -x -C "${checkout}"`], { cwd: root })
    // It may need packages that this version no longer has.
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: checkout, stdio: "ignore" })
    const old = await bundle(checkout, "serve-process")
    for (let index = 0; index < 3; index++) load.replicas.push(await start(old))
    await load.start(8)
    await load.untilAnswered(300)
    // The first new one brings the tables up to date while the old ones work.
    for (let index = 0; index < 3; index++) {
      const replica = await start()
      const replaced = load.replicas[index]
      load.replicas[index] = replica
      await load.untilAnswered(300)
      // And one old one is started again beside them.
      if (index === 1) {
        const again = await start(old)
        load.replicas.push(again)
        await load.untilAnswered(200)
        load.replicas.pop()
        await endProcess(again, "SIGTERM")
      }
      if (replaced != null) await endProcess(replaced, index === 0 ? "SIGKILL" : "SIGTERM")
    }
    await load.untilAnswered(300)
    await load.stop()
    for (const replica of started) await endProcess(replica, "SIGKILL")
    const report = await load.examine(server.url)
    const { answered, longestMs } = load
    const text = JSON.stringify({ from: from.slice(0, 7), answered, longestMs: Math.round(longestMs), ...report })
    process.stdout.write(`${text}\n`)
    if (report.problems.length > 0) process.exitCode = 1
  } finally {
    for (const { process: child } of started) child.kill("SIGKILL")
    await server.remove()
    rmSync(checkout, { recursive: true, force: true })
  }
}
