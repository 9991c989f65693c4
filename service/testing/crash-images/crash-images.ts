// Every state in which a loss of power could leave the files of a recording. Every flushed byte is
// there. Each other sector and each other change of a name may have reached the disk or not, in any
// order; a file may have its name and its length, and none of its bytes.

import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { seededRandom } from "@armistice/core"
import type { DiskOperation } from "./recorded-disk.ts"

export interface CrashImage {
  /** Operations that were begun before the power went. */
  readonly cut: number
  readonly kind: ImageKind
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The operations that reached the disk although nobody flushed them. */
export const imageKinds = ["flushed", "all", "names", "bytes", "torn", "some", "most"] as const
export type ImageKind = (typeof imageKinds)[number]

interface Keeps {
  /** Whether the pending operation number `index`, out of `count`, is on disk. */
  name(index: number, count: number): boolean
  sector(index: number, count: number): boolean
  /** The byte in the sectors of a file that got its length and not its bytes. */
  readonly hole: number
}

function createKeeps(kind: ImageKind, seed: number): Keeps {
  const random = seededRandom(seed)
  const chance = (share: number) => () => random.uniform() < share
  const at = random.uniform()
  switch (kind) {
    case "flushed":
      return { name: () => false, sector: () => false, hole: 0 }
    case "all":
      return { name: () => true, sector: () => true, hole: 0 }
    case "names":
      return { name: () => true, sector: () => false, hole: 0 }
    case "bytes":
      return { name: () => false, sector: () => true, hole: 0 }
    case "torn":
      return { name: (i, n) => i < at * n, sector: (i, n) => i < at * n, hole: 0 }
    case "some":
      return { name: chance(0.5), sector: chance(0.5), hole: 0x5a }
    case "most":
      return { name: chance(0.9), sector: chance(0.9), hole: 0 }
  }
}

const sector = 512

export function crashImage(
  operations: readonly DiskOperation[],
  cut: number,
  kind: ImageKind,
  seed: number,
): CrashImage {
  const keeps = createKeeps(kind, seed)
  const before = operations.slice(0, cut)
  const files = new Map<number, Uint8Array>()
  const readContent = (file: number): Uint8Array => {
    const known = files.get(file)
    if (known !== undefined) return known
    const made = contentAfter(
      before.filter((one) => "file" in one && one.file === file),
      keeps,
    )
    files.set(file, made)
    return made
  }
  const named = [...namesAfter(before, keeps)]
  return { cut, kind, files: new Map(named.map(([name, file]) => [name, readContent(file)])) }
}

function namesAfter(before: readonly DiskOperation[], keeps: Keeps): Map<string, number> {
  const names = new Map<string, number>()
  const flushed = before.findLastIndex(({ kind }) => kind === "flush names")
  const pending = before.filter((one, index) => one.kind === "names" && index > flushed).length
  let count = 0
  for (const [index, one] of before.entries()) {
    if (one.kind !== "names") continue
    if (index > flushed && !keeps.name(count++, pending)) continue
    for (const [name, file] of one.set)
      if (file === null) names.delete(name)
      else names.set(name, file)
  }
  return names
}

function contentAfter(own: readonly DiskOperation[], keeps: Keeps): Uint8Array {
  const flushed = own.findLastIndex(({ kind }) => kind === "flush")
  const pieces = own.slice(flushed + 1).flatMap(splitIntoSectors)
  let bytes = new Uint8Array(0)
  const apply = (one: DiskOperation, isKept: boolean) => {
    if (one.kind === "truncate" && isKept) bytes = bytes.slice(0, one.size)
    if (one.kind !== "write") return
    const end = one.offset + one.bytes.length
    if (end > bytes.length && (isKept || keeps.name(0, 2))) {
      const longer = new Uint8Array(end).fill(keeps.hole, bytes.length)
      longer.set(bytes)
      bytes = longer
    }
    if (isKept) bytes.set(one.bytes, one.offset)
  }
  for (const one of own.slice(0, flushed + 1)) apply(one, true)
  for (const [index, one] of pieces.entries()) apply(one, keeps.sector(index, pieces.length))
  return bytes
}

function splitIntoSectors(one: DiskOperation): DiskOperation[] {
  if (one.kind !== "write" || one.isWhole) return [one]
  const pieces: DiskOperation[] = []
  for (let at = 0; at < one.bytes.length; at += sector)
    pieces.push({ ...one, offset: one.offset + at, bytes: one.bytes.subarray(at, at + sector) })
  return pieces
}

const computeDigest = ({ files }: CrashImage): string => {
  const hash = createHash("sha256")
  for (const [name, bytes] of [...files].toSorted(([one], [other]) => one.localeCompare(other)))
    hash.update(`${name}\n${bytes.length}\n`).update(bytes)
  return hash.digest("base64url")
}

export function writeImage(folder: string, { files }: CrashImage): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}

/** Different images, at most `count`, of cuts after the operation number `first`. */
export function chooseImages(
  operations: readonly DiskOperation[],
  first: number,
  count: number,
  seed: number,
): CrashImage[] {
  const random = seededRandom(seed)
  const cuts = Array.from({ length: operations.length - first }, (_, index) => first + index + 1)
  const candidates = cuts.flatMap((cut) =>
    imageKinds.map((kind) => ({ cut, kind, at: weight(operations, cut, random.uniform()) })),
  )
  const found = new Map<string, CrashImage>()
  for (const { cut, kind } of candidates.toSorted((one, other) => one.at - other.at)) {
    if (found.size >= count) break
    const image = crashImage(operations, cut, kind, seed + cut)
    const digest = `${expectationAt(operations, cut)} ${computeDigest(image)}`
    if (!found.has(digest)) found.set(digest, image)
  }
  return [...found.values()]
}

const expectationAt = (operations: readonly DiskOperation[], cut: number): number =>
  operations.slice(0, cut).filter(({ kind }) => kind === "acknowledge").length

/**
 * Cuts right after an answer, while names are pending, come sooner than the middle of a long write.
 */
function weight(operations: readonly DiskOperation[], cut: number, chance: number): number {
  const last = operations[cut - 1]
  return last?.kind === "acknowledge" || last?.kind === "names" ? chance / 3 : chance
}
