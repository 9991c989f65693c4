// The level that the evidence of two arms must reach together if each is looked at whenever its own
// evidence is largest.

/**
 * The level z for which (1 + ln z)/z = `error`, rounded up; for errors below 1. The product of two
 * numbers that each reach x with chance at most 1/x, whatever the other does, reaches z with at
 * most this chance, also if they are taken at different times (docs/theory.md, Lemma 20).
 */
export function productLevel(error: number): number {
  // From above, where every step comes nearer and none goes too far.
  let level = 4 / error ** 2
  for (let step = 0; step < 100; step++) level = (1 + Math.log(level)) / error
  return level * (1 + 1e-12)
}

/** The error of a level z >= 1, given as ln z: (1 + ln z)/z. Lower levels say nothing. */
export const computeLevelError = (logLevel: number): number =>
  logLevel <= 0 ? 1 : (1 + logLevel) * Math.exp(-logLevel)
