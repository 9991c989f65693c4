// The system's python3, for tests of the Python package. They are skipped where it is missing.

import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { shim } from "./run-command.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Null, with a notice, without Python 3.11 or newer. */
export function findPython(): string | null {
  const { stdout, error } = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 11))"], {
    encoding: "utf8",
  })
  if (error === undefined && stdout.trim() === "True") return "python3"
  process.stderr.write("The tests of the Python package are skipped: python3 is missing or older than 3.11.\n")
  return null
}

/** Runs Python with the package of this repository and the command of this clone. */
export function runPython(python: string, args: readonly string[]) {
  const command = [process.execPath, shim].map((part) => `'${part}'`).join(" ")
  const { status, stdout, stderr } = spawnSync(python, ["-W", "error::ResourceWarning", ...args], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      ARMISTICE_COMMAND: command,
      PYTHONPATH: join(root, "python/src"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  })
  return { status, stdout, stderr }
}
