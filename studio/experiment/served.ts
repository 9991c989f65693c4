// The option for everyone new once learning is over: the recommended option of each group, or the
// control where nothing was published (service/operations/decide.ts).

import type { Detail, Results } from "../results/results-types.ts"

export interface ServedArm {
  readonly group: string | null
  readonly arm: string
  /** Nothing was published in this group. */
  readonly isFallback: boolean
}

export const listServed = (
  { progress, control }: Pick<Detail, "progress" | "control">,
  results: Pick<Results, "groups"> | null = null,
): ServedArm[] =>
  (results?.groups?.map(({ group, recommended }) => ({ segment: group, recommended })) ?? progress).map(
    ({ segment, recommended }) => ({
      group: segment,
      arm: recommended ?? control,
      isFallback: recommended === null,
    }),
  )
