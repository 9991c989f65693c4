// The guess of the arms and the privacy target, from the options of `plan`.

import type { Guess, PrivacyTarget } from "@armistice/lab"
import { UsageError } from "../../usage-error.ts"

interface GuessOptions {
  readonly means?: readonly number[] | undefined
  readonly arms?: number | undefined
  readonly range?: readonly number[] | undefined
}

export function readGuess({ means, arms, range }: GuessOptions): Guess {
  if (means !== undefined) {
    if (arms !== undefined || range !== undefined)
      throw new UsageError("--means must be given without --arms and --range, got both")
    return { means }
  }
  if (arms === undefined || range === undefined) throw new UsageError("plan needs --means, or --arms with --range")
  const [low, high, ...more] = range
  if (low === undefined || high === undefined || more.length > 0)
    throw new UsageError(`--range must be two numbers, the lowest and the highest mean, got ${range.join(",")}`)
  return { armCount: arms, low, high }
}

/** `--bounds` as two numbers that rise. */
export function readBounds(bounds: readonly number[] | undefined): { min: number; max: number } | undefined {
  if (bounds === undefined) return undefined
  const [min, max, ...more] = bounds
  if (min === undefined || max === undefined || more.length > 0 || !(min < max))
    throw new UsageError(`--bounds must be two numbers that rise, as 0,100, got ${bounds.join(",")}`)
  return { min, max }
}

interface TargetOptions {
  readonly eta?: number | undefined
  readonly epsilon?: number | undefined
  readonly delta?: number | undefined
  readonly attack?: number | undefined
}

/** The one target that was given; null without one. */
export function readPlanTarget({ eta, epsilon, delta, attack }: TargetOptions): PrivacyTarget | null {
  const forms = [eta, epsilon ?? delta, attack].filter((value) => value !== undefined)
  if (forms.length > 1)
    throw new UsageError("plan takes one privacy target: --eta, --epsilon with --delta, or --attack")
  if (eta !== undefined) return { eta }
  if (attack !== undefined) return { attackSuccess: attack }
  if (epsilon === undefined && delta === undefined) return null
  if (epsilon === undefined || delta === undefined)
    throw new UsageError("--epsilon needs --delta, and --delta needs --epsilon")
  return { epsilon, delta }
}
