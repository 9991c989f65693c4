// Keys of seeded streams: 128 bits that hash a seed and the path of forks from it, with the rounds
// of HalfSipHash (Aumasson and Bernstein 2012, 32-bit words). Integer operations only.

export type StreamKey = Int32Array

/** A number and its text are the same seed, so that forms and command lines give the same run. */
export function hashSeed(seed: number | string): StreamKey {
  const text = String(seed)
  const key = new Int32Array([0x61726d69, 0x73746963, 0x6c796765, 0x74656462])
  for (let i = 0; i < text.length; i++) absorb(key, text.charCodeAt(i))
  absorb(key, text.length)
  return key
}

/** `branch` is a safe integer; the tag keeps forks apart from longer seeds. */
export function hashFork(parent: StreamKey, branch: number): StreamKey {
  const key = parent.slice()
  absorb(key, -1)
  absorb(key, branch | 0)
  absorb(key, Math.floor(branch / 0x1_0000_0000) | 0)
  return key
}

/** Where the stream of a key begins: never all zeros, the one position xoshiro cannot leave. */
export function startStream(key: StreamKey): Int32Array {
  const position = key.slice()
  position[2] ^= 0xff
  mix(position, 8)
  if (position.every((word) => word === 0)) position[0] = 1
  return position
}

function absorb(key: Int32Array, word: number): void {
  key[3] ^= word
  mix(key, 4)
  key[0] ^= word
}

function mix(key: Int32Array, rounds: number): void {
  let [a, b, c, d] = key
  for (let round = 0; round < rounds; round++) {
    a = (a + b) | 0
    b = rotate(b, 5) ^ a
    a = rotate(a, 16)
    c = (c + d) | 0
    d = rotate(d, 8) ^ c
    a = (a + d) | 0
    d = rotate(d, 7) ^ a
    c = (c + b) | 0
    b = rotate(b, 13) ^ c
    c = rotate(c, 16)
  }
  key[0] = a
  key[1] = b
  key[2] = c
  key[3] = d
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
