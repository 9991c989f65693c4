// Bisection between a number that has a property and one that lacks it.

/** The ends that are left after some halvings, of which `holds` is true and false. */
export function bisect(
  holding: number,
  failing: number,
  halvings: number,
  holds: (value: number) => boolean,
): readonly [holding: number, failing: number] {
  let [kept, refused] = [holding, failing]
  for (let step = 0; step < halvings; step++) {
    const middle = (kept + refused) / 2
    if (holds(middle)) kept = middle
    else refused = middle
  }
  return [kept, refused]
}
