// The choice of Thompson sampling: every arm that may be chosen draws, and the largest draw wins.
// Where a draw takes as little time as this call, algorithms have the loop themselves.

/** The arm with the largest draw, the first of equals; an arm that draws -Infinity never wins. */
export function findLargestDraw(
  armCount: number,
  excluded: ReadonlySet<number> | undefined,
  drawArm: (arm: number) => number,
): number {
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < armCount; arm++) {
    if (excluded?.has(arm) === true) continue
    const draw = drawArm(arm)
    if (draw <= largest) continue
    largest = draw
    chosen = arm
  }
  return chosen
}
