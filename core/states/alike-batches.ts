// States as they may be stored: with an item for each open batch, as they were kept at first, or with those that are alike together.

import type { AlgorithmState } from "../algorithm.ts"
import { batchesIn, type OpenBatch } from "../parts/open-batches.ts"

/** The same batches with an item for each. */
export function oneByOne(open: readonly OpenBatch[]): OpenBatch[] {
  return open.flatMap((item) =>
    item.alike === undefined
      ? item
      : Array.from({ length: batchesIn(item) }, () => ({ size: item.size, received: 0, sum: 0 })),
  )
}

/** The same batches with those that are alike together, however they were kept; the items are changed for it. */
export function together(items: readonly OpenBatch[]): OpenBatch[] {
  const open: OpenBatch[] = []
  for (const item of items) {
    const last = open.at(-1)
    if (last !== undefined && last.size === item.size && last.received === 0 && item.received === 0)
      last.alike = batchesIn(last) + batchesIn(item) - 1
    else open.push(item)
  }
  return open
}

/** Puts batches that are alike together in a state, of any algorithm, that was kept with an item for each. */
export function putBatchesTogether(state: AlgorithmState & { open?: OpenBatch[][] }): void {
  if (state.open !== undefined) state.open = state.open.map(together)
}
