// Long work that answers one request lets others have their turn in between: nothing may keep the process busy for longer than 50 ms.

import { setImmediate } from "node:timers/promises"

const stretchMs = 10

/** To be called between parts of the work that each take a few milliseconds at most. */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < stretchMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
