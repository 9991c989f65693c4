// One folder for all temporary files of a test run, in memory where there is room, so that tests do
// not wait for a disk. It is removed at the end, and so are the folders of runs that were killed.

import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const memory = "/dev/shm"
const roomInMemory = 4 * 1024 ** 3
const prefix = "armistice-run-"

export default function setup(): () => void {
  const place = hasRoomInMemory() ? memory : tmpdir()
  for (const name of readdirSync(place)) if (name.startsWith(prefix) && isOver(name)) removeAll(join(place, name))
  const folder = join(place, prefix + process.pid)
  mkdirSync(folder, { recursive: true })
  // A Postgres that root starts runs as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => removeAll(folder)
}

const removeAll = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 10 })

/** Whether the run that owned this folder has ended. */
function isOver(name: string): boolean {
  try {
    process.kill(Number(name.slice(prefix.length)), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"
  }
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomInMemory
  } catch {
    return false
  }
}
