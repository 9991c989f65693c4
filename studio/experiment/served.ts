// What everyone new is given once learning is over: in each group what is recommended, or where nothing was published the option for when
// nothing is known (service/operations/decide.ts).

import type { Detail } from "../results/results-types.ts"

export interface ServedArm {
  readonly group: string | null
  readonly arm: string
  /** Nothing was published there yet. */
  readonly isFallback: boolean
}

export const listServed = ({ progress, control }: Pick<Detail, "progress" | "control">): ServedArm[] =>
  progress.map(({ segment, recommended }) => ({
    group: segment,
    arm: recommended ?? control,
    isFallback: recommended === null,
  }))
