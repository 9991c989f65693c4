// Lists of floating-point numbers as text: base64 of their bytes, less than half as long as decimal
// numbers in JSON, and exact. Matrices that a state keeps are stored this way.

import { ArmisticeError } from "../errors.ts"
import { base64Codes, base64Letters } from "./base64.ts"

/** The codes of two letters at once, for each number of twelve bits. */
const pairs = new Uint16Array(
  Uint8Array.from({ length: 2 * 4096 }, (_, at) => base64Letters.charCodeAt(at % 2 === 0 ? at >> 7 : (at >> 1) & 63))
    .buffer,
)
/** As many arguments as a call surely takes. */
const slice = 8192

/** The numbers as text. */
export function packFloats(numbers: Float64Array): string {
  const length = numbers.byteLength
  const bytes = new Uint8Array(3 * Math.ceil(length / 3))
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, length))
  const written = new Uint16Array((bytes.length / 3) * 2)
  for (let at = 0, pair = 0; at < bytes.length; at += 3) {
    const three = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2]
    written[pair++] = pairs[three >> 12]
    written[pair++] = pairs[three & 4095]
  }
  const letters = new Uint8Array(written.buffer)
  let text = ""
  // Spreading typed arrays into arguments is five times as slow.
  for (let at = 0; at < letters.length; at += slice)
    text += Reflect.apply(String.fromCharCode, undefined, letters.subarray(at, at + slice))
  return text
}

/** The `count` numbers of a text. */
export function unpackFloats(text: string, count: number): Float64Array {
  const size = 8 * count
  if (text.length !== 4 * Math.ceil(size / 3))
    throw new ArmisticeError("invalid_state", `a packed list must have ${count} numbers, got ${text.length} letters`)
  const bytes = new Uint8Array(3 * Math.ceil(size / 3))
  let all = 0
  for (let at = 0, byte = 0; at < text.length; at += 4) {
    let three = 0
    for (let letter = 0; letter < 4; letter++) {
      const code = text.charCodeAt(at + letter)
      const value = base64Codes[code & 127]
      all |= (code & ~127) | value
      three = (three << 6) | value
    }
    bytes[byte++] = three >> 16
    bytes[byte++] = (three >> 8) & 255
    bytes[byte++] = three & 255
  }
  if (all > 63) throw new ArmisticeError("invalid_state", "a packed list must have only letters of base64")
  return new Float64Array(bytes.buffer, 0, count)
}
