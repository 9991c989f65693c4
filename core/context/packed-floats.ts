// Lists of floating-point numbers as text: base64 of their bytes, less than half as long as decimal
// numbers in JSON, and exact. Matrices that a state keeps are stored this way.

import { ArmisticeError } from "../errors.ts"

interface Base64 {
  /** Of Node, where it is ten times as fast. */
  readonly Buffer?: { from(buffer: ArrayBufferLike): { toString(encoding: "base64"): string } }
  btoa(bytes: string): string
  atob(text: string): string
}

const { Buffer, btoa, atob } = globalThis as unknown as Base64
/** As many arguments as a call surely takes. */
const slice = 8192

/** The numbers as text. They must fill their buffer. */
export function packFloats({ buffer }: Float64Array): string {
  if (Buffer !== undefined) return Buffer.from(buffer).toString("base64")
  const bytes = new Uint8Array(buffer)
  let text = ""
  for (let at = 0; at < bytes.length; at += slice) text += String.fromCharCode(...bytes.subarray(at, at + slice))
  return btoa(text)
}

/** The `count` numbers of a text. */
export function unpackFloats(text: string, count: number): Float64Array {
  const bytes = atob(text)
  if (bytes.length !== 8 * count)
    throw new ArmisticeError("invalid_state", `a packed list must have ${count} numbers, got ${bytes.length} bytes`)
  return new Float64Array(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer)
}
