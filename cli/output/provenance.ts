// Which program on which kind of machine made a result.

import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { arch, cpus, type as systemName } from "node:os"
import { fileURLToPath } from "node:url"
import { version } from "@armistice/lab"

export interface Provenance {
  readonly version: string
  /** The commit of a clone, with "-dirty" if files were changed; null for an installed package. */
  readonly commit: string | null
  readonly node: string
  readonly machine: string
}

export function readProvenance(): Provenance {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? "unknown processor"
  return {
    version,
    commit: readCommit(),
    node: process.version,
    machine: `${systemName()} ${arch()}, ${model}, ${processors.length} cores`,
  }
}

function readCommit(): string | null {
  // A package inside of another project's repository must not take its commit.
  if (!existsSync(new URL("../../main.ts", import.meta.url))) return null
  const cwd = fileURLToPath(new URL(".", import.meta.url))
  const options = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
  try {
    return execFileSync("git", options, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  } catch {
    return null
  }
}
