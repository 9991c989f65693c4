// When a message that was not taken is tried again: after seconds at first, then ever later up to four hours, for three days in all. The last
// try is at the end of these; after that it has failed, and later messages go on.

export const retryForMs = 3 * 24 * 3600 * 1000

const firstPauseMs = 5000
const longestPauseMs = 4 * 3600 * 1000

/** When it is given up. One that waited behind others for all of that time still has one try. */
export const givenUpAt = (queuedAt: number): number => queuedAt + retryForMs

/** `tries`: so far, all in vain. `chance`: uniform in [0, 1), so that many receivers are not met at once. Null: it has failed. */
export function nextTry(tries: number, queuedAt: number, now: number, chance: number): number | null {
  const end = givenUpAt(queuedAt)
  if (now >= end) return null
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
  return Math.min(end, now + Math.round(pause * (0.5 + chance / 2)))
}
