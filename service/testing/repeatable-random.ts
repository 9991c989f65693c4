// The generator of a live service on words that are the same in every run, so that two histories
// can be compared and a rare outcome comes again.

import { type SecureRandom, secureRandom, seededRandom } from "@armistice/core"
import { vi } from "vitest"

export function repeatableRandom(seed: string): SecureRandom {
  const words = seededRandom(seed)
  const getRandomValues = (block: Int32Array): void => {
    for (const place of block.keys()) block[place] = words.integer(2 ** 32) | 0
  }
  vi.stubGlobal("crypto", { getRandomValues })
  try {
    return secureRandom()
  } finally {
    vi.unstubAllGlobals()
  }
}
