// Rounds at which regret is recorded: log-spaced, because regret grows like a logarithm.

import { invalidParameter } from "../check-parameters.ts"

const perDecade = 8

/** 1, …, horizon with eight rounds from each power of ten to the next, without repetition. */
export function logSpacedRounds(horizon: number): number[] {
  const rounds: number[] = []
  for (let step = 0; ; step++) {
    const round = Math.round(10 ** (step / perDecade))
    if (round >= horizon) break
    if (round !== rounds[rounds.length - 1]) rounds.push(round)
  }
  return [...rounds, horizon]
}

export function checkCheckpoints(rounds: readonly number[], horizon: number): readonly number[] {
  for (const [index, round] of rounds.entries()) {
    const least = index === 0 ? 1 : rounds[index - 1] + 1
    if (!Number.isInteger(round) || round < least || round > horizon)
      throw invalidParameter(
        `checkpoints must be increasing whole numbers from 1 to the horizon, ${horizon}, got ${rounds.join(", ")}`,
      )
  }
  return rounds
}
