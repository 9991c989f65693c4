// The place of the largest number of a list.

/** The first place of the largest number. */
export function findLargest(list: readonly number[]): number {
  let found = 0
  for (let at = 1; at < list.length; at++) if (list[at] > list[found]) found = at
  return found
}
