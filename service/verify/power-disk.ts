// A disk with a volatile cache whose power can be cut: one file in a file system of our own, on
// which a loop device is set up. It speaks the protocol of /dev/fuse, holds all blocks in memory,
// and knows which writes the kernel has flushed. A cut keeps what was flushed and any part of the
// rest, sector by sector. Started by power.ts, with the folder to mount as its argument.

import { spawnSync } from "node:child_process"
import { closeSync, openSync, read, writeSync } from "node:fs"
import { seededRandom } from "@armistice/core"

const blockSize = 4096
const sector = 512
export const diskBytes = 512 * 1024 * 1024

type Blocks = Map<number, Buffer>

export type DiskCommand =
  | { readonly do: "reset" }
  /** From now on nothing that is written stays. */
  | { readonly do: "cut"; readonly seed: number }
  | { readonly do: "power on" }

class VolatileDisk {
  #now: Blocks = new Map()
  #flushed: Blocks = new Map()
  #pending: { readonly offset: number; readonly bytes: Buffer }[] = []
  #afterCut: Blocks | null = null

  reset(): void {
    this.#now = new Map()
    this.#flushed = new Map()
    this.#pending = []
    this.#afterCut = null
  }

  read(offset: number, size: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, Math.min(size, diskBytes - offset)))
    for (let done = 0; done < bytes.length; ) {
      const within = (offset + done) % blockSize
      const length = Math.min(blockSize - within, bytes.length - done)
      this.#now.get(Math.floor((offset + done) / blockSize))?.copy(bytes, done, within, within + length)
      done += length
    }
    return bytes
  }

  write(offset: number, bytes: Buffer): void {
    put(this.#now, offset, bytes)
    if (this.#afterCut === null) this.#pending.push({ offset, bytes })
  }

  flush(): void {
    if (this.#afterCut !== null) return
    for (const { offset, bytes } of this.#pending) put(this.#flushed, offset, bytes)
    this.#pending = []
  }

  /** Returns how many sectors were in the cache, and how many of them are lost. */
  cut(seed: number): { cached: number; lost: number } {
    const random = seededRandom(seed)
    // Nothing of the cache, nearly all of it, or any part; by whole writes or torn within them.
    const share = [0, 0.5, 0.9, random.uniform()][random.integer(4)] as number
    const isTorn = random.uniform() < 0.5
    let [cached, lost] = [0, 0]
    for (const { offset, bytes } of this.#pending) {
      const isKept = random.uniform() < share
      for (let at = 0; at < bytes.length; at += sector) {
        cached += 1
        if (isTorn ? random.uniform() < share : isKept) put(this.#flushed, offset + at, bytes.subarray(at, at + sector))
        else lost += 1
      }
    }
    this.#pending = []
    this.#afterCut = this.#flushed
    return { cached, lost }
  }

  powerOn(): void {
    this.#now = new Map([...this.#flushed].map(([block, bytes]) => [block, Buffer.from(bytes)]))
    this.#afterCut = null
  }
}

function put(blocks: Blocks, offset: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    const block = Math.floor((offset + done) / blockSize)
    const within = (offset + done) % blockSize
    const length = Math.min(blockSize - within, bytes.length - done)
    let known = blocks.get(block)
    const part = bytes.subarray(done, done + length)
    // Making a file system writes many zeros.
    if (known === undefined && !part.every((byte) => byte === 0)) {
      known = Buffer.alloc(blockSize)
      blocks.set(block, known)
    }
    if (known !== undefined) part.copy(known, within)
    done += length
  }
}

const opcodes = {
  lookup: 1,
  forget: 2,
  getattr: 3,
  setattr: 4,
  open: 14,
  read: 15,
  write: 16,
  statfs: 17,
  release: 18,
  fsync: 20,
  flush: 25,
  init: 26,
  opendir: 27,
  readdir: 28,
  releasedir: 29,
  interrupt: 36,
  batchForget: 42,
  fallocate: 43,
} as const

const [notFound, notKnown, notSupported] = [-2, -38, -95]
const largestWrite = 128 * 1024
const headerBytes = 40

/** The attributes of the root (1) or of its only file (2). */
function attributes(node: bigint): Buffer {
  const out = Buffer.alloc(88)
  const isFile = node === 2n
  out.writeBigUInt64LE(node, 0)
  out.writeBigUInt64LE(BigInt(isFile ? diskBytes : 0), 8)
  out.writeBigUInt64LE(BigInt(isFile ? diskBytes / sector : 0), 16)
  out.writeUInt32LE(isFile ? 0o100600 : 0o040700, 60)
  out.writeUInt32LE(1, 64)
  out.writeUInt32LE(blockSize, 80)
  return out
}

/** An answer: bytes, an error, or nothing at all. */
function answer(disk: VolatileDisk, opcode: number, node: bigint, body: Buffer): Buffer | number | null {
  switch (opcode) {
    case opcodes.init: {
      const out = Buffer.alloc(64)
      out.writeUInt32LE(7, 0)
      out.writeUInt32LE(31, 4)
      // Writes larger than a page.
      out.writeUInt32LE(1 << 5, 12)
      out.writeUInt16LE(16, 16)
      out.writeUInt16LE(12, 18)
      out.writeUInt32LE(largestWrite, 20)
      out.writeUInt32LE(1, 24)
      return out
    }
    case opcodes.lookup: {
      if (body.toString("latin1", 0, body.indexOf(0)) !== "disk") return notFound
      const out = Buffer.alloc(40)
      out.writeBigUInt64LE(2n, 0)
      out.writeBigUInt64LE(3600n, 16)
      out.writeBigUInt64LE(3600n, 24)
      return Buffer.concat([out, attributes(2n)])
    }
    case opcodes.getattr:
    case opcodes.setattr: {
      const out = Buffer.alloc(16)
      out.writeBigUInt64LE(3600n, 0)
      return Buffer.concat([out, attributes(node)])
    }
    case opcodes.open:
    case opcodes.opendir: {
      const out = Buffer.alloc(16)
      // Past the page cache: what this process has not seen has not been written.
      out.writeUInt32LE(opcode === opcodes.open ? 1 : 0, 8)
      return out
    }
    case opcodes.read:
      return disk.read(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
    case opcodes.write: {
      const size = body.readUInt32LE(16)
      disk.write(Number(body.readBigUInt64LE(8)), Buffer.from(body.subarray(40, 40 + size)))
      const out = Buffer.alloc(8)
      out.writeUInt32LE(size, 0)
      return out
    }
    case opcodes.fsync:
      disk.flush()
      return Buffer.alloc(0)
    case opcodes.statfs: {
      const out = Buffer.alloc(80)
      out.writeUInt32LE(blockSize, 40)
      out.writeUInt32LE(255, 44)
      out.writeUInt32LE(blockSize, 48)
      return out
    }
    case opcodes.flush:
    case opcodes.release:
    case opcodes.releasedir:
    case opcodes.readdir:
      return Buffer.alloc(0)
    case opcodes.forget:
    case opcodes.batchForget:
    case opcodes.interrupt:
      return null
    case opcodes.fallocate:
      return notSupported
    default:
      return notKnown
  }
}

function serve(device: number, disk: VolatileDisk): void {
  const buffer = Buffer.alloc(largestWrite + 8192)
  read(device, buffer, 0, buffer.length, null, (error, length) => {
    if (error !== null) {
      // Unmounted: there is nothing more to do.
      if (error.code === "ENODEV") process.exit(0)
      if (error.code !== "EINTR" && error.code !== "EAGAIN" && error.code !== "ENOENT") throw error
    } else {
      const given = answer(
        disk,
        buffer.readUInt32LE(4),
        buffer.readBigUInt64LE(16),
        buffer.subarray(headerBytes, length),
      )
      if (given !== null) {
        const out = Buffer.alloc(16)
        const body = typeof given === "number" ? Buffer.alloc(0) : given
        out.writeUInt32LE(16 + body.length, 0)
        out.writeInt32LE(typeof given === "number" ? given : 0, 4)
        buffer.copy(out, 8, 8, 16)
        writeSync(device, Buffer.concat([out, body]))
      }
    }
    serve(device, disk)
  })
}

if (process.send !== undefined) {
  const [folder = ""] = process.argv.slice(2)
  const device = openSync("/dev/fuse", "r+")
  const options = "fd=3,rootmode=40000,user_id=0,group_id=0"
  const mounted = spawnSync("mount", ["-i", "-t", "fuse", "-o", options, "armistice-power-disk", folder], {
    stdio: ["ignore", "ignore", "pipe", device],
  })
  if (mounted.status !== 0) {
    closeSync(device)
    throw new Error(`the disk could not be mounted: ${String(mounted.stderr)}`)
  }
  const disk = new VolatileDisk()
  serve(device, disk)
  process.on("message", (command: DiskCommand) => {
    if (command.do === "reset") disk.reset()
    else if (command.do === "power on") disk.powerOn()
    process.send?.(command.do === "cut" ? disk.cut(command.seed) : {})
  })
  // The parent process is gone. It, or the system, removes the loop device and its mounts.
  process.on("disconnect", () => process.exit(1))
  process.send({})
}
