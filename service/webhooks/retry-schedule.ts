// Retries with exponential backoff: after seconds at first, at most four hours apart, for three
// days. The last try is at the end of these; after it the message has failed and later ones go on.

export const retryForMs = 3 * 24 * 3600 * 1000

const firstPauseMs = 5000
const longestPauseMs = 4 * 3600 * 1000

/** A message that waited behind others for all of that time still has one try. */
export const computeGiveUpTime = (queuedAt: number): number => queuedAt + retryForMs

/** `tries`: failed ones. `chance`: in [0, 1), for the jitter. Null: the message has failed. */
export function computeNextTry(tries: number, queuedAt: number, now: number, chance: number): number | null {
  const end = computeGiveUpTime(queuedAt)
  if (now >= end) return null
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
  return Math.min(end, now + Math.round(pause * (0.5 + chance / 2)))
}
