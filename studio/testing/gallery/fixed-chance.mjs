// Preloaded into the gallery's service: its randomness and clock are fixed, so that pictures are
// reproducible. Such a service promises nothing.

import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

let state = Number(process.env.GALLERY_SEED)

/** One output of splitmix32. */
function word() {
  state = (state + 0x9e3779b9) | 0
  let mixed = state ^ (state >>> 16)
  mixed = Math.imul(mixed, 0x21f0aaad)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x735a2d97)
  return mixed ^ (mixed >>> 15)
}

const bytes = (count) => Buffer.from(Array.from({ length: count }, () => word() & 255))

crypto.randomBytes = bytes
crypto.randomUUID = () => {
  const hex = bytes(16).toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
syncBuiltinESMExports()
Object.defineProperty(globalThis.crypto, "getRandomValues", {
  value: (array) => {
    for (let place = 0; place < array.length; place++) array[place] = word()
    return array
  },
})

// The parent process sets the time.
let now = Number(process.env.GALLERY_TIME)
Date.now = () => now
process.on("message", (time) => {
  now = time
  process.send("heard")
})
process.channel?.unref()
