// Lists of floating-point numbers as text: base64 of their bytes, less than half as long as decimal
// numbers in JSON, and exact. Matrices that a state keeps are stored this way.

import { ArmisticeError } from "../errors.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0))
const values = new Uint8Array(128)
for (const [value, code] of codes.entries()) values[code] = value

/** The numbers as text. */
export function packFloats(numbers: Float64Array): string {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  const pieces: string[] = []
  const letters = new Uint8Array(4096)
  let filled = 0
  for (let at = 0; at < bytes.length; at += 3) {
    const three = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let shift = 18; shift >= 0; shift -= 6) letters[filled++] = codes[(three >> shift) & 63]
    if (filled === letters.length) {
      pieces.push(String.fromCharCode(...letters))
      filled = 0
    }
  }
  pieces.push(String.fromCharCode(...letters.subarray(0, filled)))
  return pieces.join("")
}

/** The `count` numbers of a text. */
export function unpackFloats(text: string, count: number): Float64Array {
  const size = 8 * count
  if (text.length !== 4 * Math.ceil(size / 3))
    throw new ArmisticeError("invalid_state", `a packed list must have ${count} numbers, got ${text.length} letters`)
  const bytes = new Uint8Array(3 * Math.ceil(size / 3))
  for (let at = 0, byte = 0; at < text.length; at += 4) {
    let three = 0
    for (let letter = 0; letter < 4; letter++) three = (three << 6) | values[text.charCodeAt(at + letter) & 127]
    bytes[byte++] = three >> 16
    bytes[byte++] = (three >> 8) & 255
    bytes[byte++] = three & 255
  }
  return new Float64Array(bytes.buffer, 0, count)
}
