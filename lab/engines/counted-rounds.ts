// Many rounds at once in which each arm wins with a chance of its own, the same in every round: counts are multinomial. If they would
// fill somebody's room, they are taken back to the round in which the first was filled. Given the counts every order of the rounds is
// equally likely, as if each had a uniform time of its own; so the time of an arm's m-th win is an order statistic, a Beta.

import type { Random } from "@armistice/core"

/**
 * Writes into `counts` how often each of `arms` wins before `rounds` rounds are over or one has won `room[arm]` times, and returns that
 * one, or -1. `chance` need not add up to 1; the likeliest should come first, as those after it then share few rounds.
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
    const filled = counts[arm] < room[arm] ? 1 : random.beta(room[arm], counts[arm] - room[arm] + 1)
    filledAt.push(filled)
    if (counts[arm] >= room[arm] && filled < time) {
      first = arm
      time = filled
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
