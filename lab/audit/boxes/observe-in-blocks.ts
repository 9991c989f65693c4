// Many equal rewards of one arm at once: in blocks where the algorithm keeps batches, one by one
// where not. Only a matter of time: what is released is the same.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"

interface Batched extends AlgorithmState {
  size?: number[]
  received?: number[]
  nextReceived?: number[]
}

export function observeInBlocks(
  algorithm: Algorithm,
  state: AlgorithmState,
  arm: number,
  count: number,
  reward: number,
  random: Random,
): void {
  const { size, received, nextReceived } = state as Batched
  for (let left = count; left > 0; ) {
    // A full epoch leaves rewards to the next one; a batch is opened by its first reward.
    const room = size === undefined || received === undefined ? 1 : size[arm] - received[arm]
    const block = room > 0 ? Math.min(left, room) : nextReceived === undefined ? 1 : left
    if (block === 1) algorithm.observe(state, arm, reward, random)
    else algorithm.observeMany(state, arm, block, block * reward, random)
    left -= block
  }
}
