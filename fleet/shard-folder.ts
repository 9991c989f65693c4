// The finished shards of a sweep as files, so that a sweep that was stopped or killed goes on, and
// several machines can share one folder. A file appears whole or not at all.

import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { version } from "@armistice/lab"
import { nameModules } from "./portable-modules.ts"
import type { SweepSpec } from "./sweep-spec.ts"

/** Where finished shards are kept. */
export interface KeptShards {
  readonly keepIn: string
  /** The program, such as a commit: shards of another are not used. Its version by default. */
  readonly program?: string
}

export class ShardFolder {
  readonly #folder: string
  readonly #place: string

  /** `folder` may hold several sweeps: each has a place of its own, named by its content. */
  constructor({ keepIn, program = version }: KeptShards, spec: SweepSpec) {
    this.#folder = keepIn
    this.#place = join(keepIn, computeFingerprint(spec, program))
    mkdirSync(this.#place, { recursive: true })
  }

  /** The numbers of finished shards. */
  list(): Set<number> {
    return new Set(readdirSync(this.#place).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])))
  }

  read(number: number): Uint8Array {
    return readFileSync(join(this.#place, String(number)))
  }

  write(number: number, bytes: Uint8Array): void {
    const draft = join(this.#place, `${number}.${process.pid}.part`)
    writeFileSync(draft, bytes, { flush: true })
    renameSync(draft, join(this.#place, String(number)))
  }

  /** Removes the shards of this sweep, and the folder if it holds no others. */
  remove(): void {
    rmSync(this.#place, { recursive: true, force: true })
    if (existsSync(this.#folder) && readdirSync(this.#folder).length === 0) rmSync(this.#folder, { recursive: true })
  }
}

/** A change of sweep, program or module makes another; modules count by content, not by path. */
function computeFingerprint(spec: SweepSpec, program: string): string {
  const { simulations, audits, runsPerShard } = nameModules(spec)
  return hash(JSON.stringify({ program, runsPerShard, simulations, audits })).slice(0, 32)
}

const hash = (content: string): string => createHash("sha256").update(content).digest("hex")
