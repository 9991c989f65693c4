// The rounds before chance comes in are the same in every run of a table (initial pulls, first batches), so they are played once
// and copied. Exact: a step is only kept if it asked for no randomness at all, and then it is the same whenever it is played.

import { seededRandom } from "@armistice/core"
import { NotingRandom } from "../boxes/noting-random.ts"

/** Beyond this an algorithm is taken for one without any randomness. */
export const mostQuietRounds = 10_000

/** The position before the first step that asks for randomness, or at the end: when `step` says so, or after too many. */
export function quietStart<Position>(
  begin: (random: NotingRandom) => Position,
  step: (position: Position, random: NotingRandom) => boolean,
  longest: number = mostQuietRounds,
): Position {
  const random = new NotingRandom(seededRandom(0))
  let quiet = 0
  for (const position = begin(random); quiet < longest; quiet++) {
    random.forget()
    const goesOn = step(position, random)
    if (random.isUsed) break
    if (!goesOn) {
      quiet++
      break
    }
  }
  const position = begin(random)
  for (let k = 0; k < quiet; k++) step(position, random)
  return position
}
