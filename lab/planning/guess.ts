// A guess about the arms before an experiment: a mean for each, or a range for all.

import { seededRandom } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"
import { bernoulliEnvironment } from "../environments/bernoulli.ts"
import type { Environment } from "../environments/environment.ts"

/** Guesses about the arms before an experiment. */
export type Guess =
  | { readonly means: readonly number[] }
  | { readonly armCount: number; readonly low: number; readonly high: number }

/** Draws from a range that runs are spread over. */
const drawCount = 40

export function checkGuess(guess: Guess): void {
  const isMean = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1
  if ("means" in guess) {
    if (guess.means.length >= 2 && guess.means.every(isMean)) return
    throw invalidParameter(`means must be at least two numbers in [0, 1], got ${guess.means.join(", ")}`)
  }
  const { armCount, low, high } = guess
  if (!Number.isInteger(armCount) || armCount < 2 || armCount > 1000)
    throw invalidParameter(`arms must be a whole number in [2, 1000], got ${armCount}`)
  if (!isMean(low) || !isMean(high) || low >= high)
    throw invalidParameter(`the range of means must rise within [0, 1], got ${low} to ${high}`)
}

export const countArms = (guess: Guess): number => ("means" in guess ? guess.means.length : guess.armCount)

/** Environments to simulate in turn: one for a guess of means, several draws from a range. */
export function listEnvironments(guess: Guess, seed: number | string): Environment[] {
  if ("means" in guess) return [bernoulliEnvironment([...guess.means])]
  const random = seededRandom(seed).fork(1e6)
  return Array.from({ length: drawCount }, () =>
    bernoulliEnvironment(
      Array.from({ length: guess.armCount }, () => guess.low + (guess.high - guess.low) * random.uniform()),
    ),
  )
}

export interface WrongGuess {
  readonly about: string
  readonly guess: Guess
}

/** Ways in which a guess is commonly wrong. */
export function wrongGuesses(guess: Guess): WrongGuess[] {
  const means = "means" in guess ? [...guess.means] : [guess.high, (guess.high + guess.low) / 2, guess.low]
  const best = Math.max(...means)
  const move = (about: string, change: (mean: number) => number): WrongGuess => {
    const moved = means.map((mean) => Math.min(1, Math.max(0, change(mean))))
    if ("means" in guess) return { about, guess: { means: moved } }
    return { about, guess: { armCount: guess.armCount, low: moved[2], high: moved[0] } }
  }
  return [
    move("gaps are half as large", (mean) => best - (best - mean) / 2),
    move("gaps are a tenth as large", (mean) => best - (best - mean) / 10),
    move("rewards are a third as frequent", (mean) => mean / 3),
    move("rewards fail a third as often", (mean) => 1 - (1 - mean) / 3),
  ]
}
