// Many rounds at once in which each arm wins with a fixed chance: counts are multinomial. If they
// overfill an arm, they are cut at the round that fills it: in uniform time, an arm's m-th win is
// an order statistic, which has a Beta law.

import type { Random } from "@armistice/core"

/**
 * Writes into `counts` how often each of `arms` wins before `rounds` are over or one has won
 * `room[arm]` times, and returns that arm, or -1. `chance` need not add up to 1. Put the likeliest
 * arm first: those after it then share few rounds.
 */
export function countRounds(
  random: Random,
  rounds: number,
  arms: ArrayLike<number>,
  armCount: number,
  chance: ArrayLike<number>,
  room: ArrayLike<number>,
  counts: Float64Array,
): number {
  // From the end, so that nothing cancels.
  let rest = 0
  for (let k = armCount - 1; k >= 0; k--) {
    rest += chance[arms[k]]
    counts[arms[k]] = rest
  }
  let left = rounds
  let full = false
  for (let k = 0; k < armCount; k++) {
    const arm = arms[k]
    const count = left === 0 || counts[arm] === 0 ? 0 : random.binomial(left, Math.min(1, chance[arm] / counts[arm]))
    left -= count
    counts[arm] = count
    full ||= count >= room[arm]
  }
  return full ? takeBack(random, arms, armCount, room, counts) : -1
}

function takeBack(
  random: Random,
  arms: ArrayLike<number>,
  armCount: number,
  room: ArrayLike<number>,
  counts: Float64Array,
): number {
  const filledAt: number[] = []
  let first = -1
  let time = Number.POSITIVE_INFINITY
  for (let k = 0; k < armCount; k++) {
    const arm = arms[k]
    const at = counts[arm] < room[arm] ? 1 : random.beta(room[arm], counts[arm] - room[arm] + 1)
    filledAt.push(at)
    if (counts[arm] >= room[arm] && at < time) {
      first = arm
      time = at
    }
  }
  for (let k = 0; k < armCount; k++) {
    const arm = arms[k]
    if (arm === first) counts[arm] = room[arm]
    // The wins before the one that filled the room are uniform up to its time.
    else if (counts[arm] >= room[arm]) counts[arm] = random.binomial(room[arm] - 1, time / filledAt[k])
    else if (counts[arm] > 0) counts[arm] = random.binomial(counts[arm], time)
  }
  return first
}
