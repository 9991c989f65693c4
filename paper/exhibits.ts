// Everything that is reproduced, in the paper's order. To add one: a file, and a line here.

import { ArmisticeError } from "@armistice/core"
import type { Exhibit } from "./exhibit.ts"
import { approximateDp } from "./exhibits/approximate-dp.ts"
import { armEpochs } from "./exhibits/arm-epochs.ts"
import { equalPrivacy } from "./exhibits/equal-privacy.ts"
import { equalRegretBound } from "./exhibits/equal-regret-bound.ts"
import { guaranteeTable } from "./exhibits/guarantees.ts"
import { optimismLemma } from "./exhibits/lemma.ts"
import { lemmas } from "./exhibits/lemmas.ts"
import { lowerBounds } from "./exhibits/lower-bounds.ts"
import { openChoices } from "./exhibits/open-choices.ts"
import { otherInstances } from "./exhibits/other-instances.ts"
import { prePullChoice } from "./exhibits/pre-pulls.ts"
import { purePrivacy } from "./exhibits/pure-privacy.ts"
import { regretBound } from "./exhibits/regret-bound.ts"
import { samplingBudgetFigure } from "./exhibits/sampling-budget.ts"
import { tradeOff } from "./exhibits/trade-off.ts"
import { trueEqualPrivacy } from "./exhibits/true-equal-privacy.ts"
import { worstCase } from "./exhibits/worst-case.ts"

/** Every exhibit: the paper's in their order, then ours. */
export const exhibits: readonly Exhibit[] = [
  samplingBudgetFigure,
  armEpochs,
  lowerBounds,
  optimismLemma,
  regretBound,
  worstCase,
  guaranteeTable,
  approximateDp,
  tradeOff,
  equalRegretBound,
  equalPrivacy,
  prePullChoice,
  purePrivacy,
  lemmas,
  openChoices,
  trueEqualPrivacy,
  otherInstances,
]

/** The exhibits with these names, all without any, or an error that lists the names there are. */
export function findExhibits(ids: readonly string[] | undefined): readonly Exhibit[] {
  if (ids === undefined) return exhibits
  for (const id of ids)
    if (!exhibits.some((exhibit) => exhibit.id === id))
      throw new ArmisticeError(
        "invalid_parameter",
        `only must name figures among ${exhibits.map((exhibit) => exhibit.id).join(", ")}, got ${id}`,
      )
  return exhibits.filter(({ id }) => ids.includes(id))
}
