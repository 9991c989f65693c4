// Builds only if a source is newer than the last build, in one process at a time. Plain JavaScript,
// because it runs before anything is built.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Runs `build` unless the file `stamp` is as new as all sources and the files `built` exist. */
export async function buildOnce({ stamp, built = [], folders, skipped, isSource, build }) {
  const isBuilt = () => {
    const last = statSync(stamp, { throwIfNoEntry: false })
    const isThere = (path) => statSync(path, { throwIfNoEntry: false }) !== undefined
    return last !== undefined && built.every(isThere) && folders.every((folder) => isOlder(folder, last.mtimeMs))
  }
  const isOlder = (folder, time) =>
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return skipped.includes(entry.name) || isOlder(path, time)
      const isTest = /\.(test|contract|bench)\.ts$/.test(entry.name)
      return isTest || !isSource.test(entry.name) || statSync(path).mtimeMs <= time
    })
  if (isBuilt()) return
  mkdirSync(dirname(stamp), { recursive: true })
  const lock = stamp.replace(/built$/, "building")
  await takeTurn(lock)
  try {
    // Another process may have built it meanwhile.
    if (isBuilt()) return
    const started = new Date()
    await build()
    writeFileSync(stamp, "")
    utimesSync(stamp, started, started)
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Waits until no other process holds the lock, then takes it. */
async function takeTurn(lock) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" })
      return
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else await new Promise((wait) => setTimeout(wait, 100))
  }
}

/** Whether the process that took the lock ended without releasing it. */
function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === "ESRCH"
  }
}
