// An answer as named numbers: values, their low-order bits, lengths, and hashes of short words.
// Times are left out, because timing is not part of the guarantee (docs/threat-model.md).

const timing = /^(at|ms|time|seconds|createdAt|date|pid|hostname)$/i

export type Numbers = Record<string, number>

export function collectNumbers(name: string, value: unknown, into: Numbers): void {
  if (typeof value === "number") {
    into[name] = value
    if (Number.isInteger(value)) return
    into[`${name}, its lowest bit`] = lowestBit(value)
    into[`${name}, beyond 20 bits`] = (Math.abs(value) * 2 ** 20) % 1
    into[`${name}, beyond 40 bits`] = (Math.abs(value) * 2 ** 40) % 1
  } else if (typeof value === "boolean" || value === null || value === undefined) into[name] = value ? 1 : 0
  else if (typeof value === "string") {
    into[`${name}, its length`] = value.length
    if (value.length <= 16) into[name] = hashWord(value)
  } else if (Array.isArray(value)) {
    into[`${name}, their number`] = value.length
    for (const [index, one] of value.entries()) collectNumbers(`${name} ${index}`, one, into)
  } else if (typeof value === "object")
    for (const [key, one] of Object.entries(value)) if (!timing.test(key)) collectNumbers(`${name} ${key}`, one, into)
}

/** The exponent of the lowest set bit. Noise off the lattice would make it depend on the sum. */
function lowestBit(value: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const [high, low] = [view.getUint32(0), view.getUint32(4)]
  const zeros = low === 0 ? 32 + trailingZeros(high | 0x100000) : trailingZeros(low)
  return ((high >>> 20) & 0x7ff) - 1075 + zeros
}

const trailingZeros = (word: number): number => 31 - Math.clz32(word & -word)

function hashWord(word: string): number {
  let hash = 0
  for (const letter of word) hash = (31 * hash + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return hash
}
