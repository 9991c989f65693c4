// Pauses in long work, so that it does not block other requests for more than 50 ms.

import { setImmediate } from "node:timers/promises"

const stretchMs = 10

/** Returns a function to call between parts of a few milliseconds. */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < stretchMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
