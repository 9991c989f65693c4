// The threshold between a leader and its strongest rival: where their densities cross, as if both
// were Gaussian, so that the fewest rounds are loud. Any threshold gives an exact law.

/** As many deviations below the leader's centre as above the rival's. */
export const findMiddle = (top: number, spread: number, centre: number, width: number): number =>
  (top * width + centre * spread) / (spread + width)

/** The leader is around `top` with deviation `spread`, the rival around `centre` with `width`. */
export function findCrossing(top: number, spread: number, centre: number, width: number): number {
  let threshold = findMiddle(top, spread, centre, width)
  if (spread >= width) return threshold
  const ratio = 2 * Math.log(width / spread)
  for (let step = 0; step < 2; step++) {
    const below = (threshold - centre) / width
    threshold = Math.max(centre, top - spread * Math.sqrt(below * below + ratio))
  }
  return threshold
}
