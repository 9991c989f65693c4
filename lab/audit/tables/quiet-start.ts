// The rounds before the first random one, alike in all runs of a table: run once and copied.

import { seededRandom } from "@armistice/core"
import { NotingRandom } from "../boxes/noting-random.ts"

/** Beyond this an algorithm is taken for one without any randomness. */
export const mostQuietRounds = 10_000

/** The position before the first step that needs randomness, or at the end of the run. */
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
