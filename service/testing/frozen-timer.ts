// Stops `performance.now()` for one test, so that a window of the rate limit lasts as long as the
// test wants.

import { onTestFinished, vi } from "vitest"

export function freezeTimer(): { forward(ms: number): void } {
  let now = performance.now()
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now)
  onTestFinished(() => spy.mockRestore())
  return {
    forward: (ms) => {
      now += ms
    },
  }
}
