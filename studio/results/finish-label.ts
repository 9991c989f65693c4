// The label of the button that finishes an experiment. It recommends nothing without data.

import { quoteName } from "./option-names.ts"
import type { Group } from "./results-types.ts"

export function writeFinishLabel(groups: readonly Group[]): string {
  if (groups.every(({ recommended }) => recommended === null)) return "Finish without a result …"
  if (!groups.every(({ state }) => state === "clear")) return "Finish …"
  const [only] = groups
  return groups.length === 1 && only?.recommended != null
    ? `Finish: give everyone ${quoteName(only.recommended)}`
    : "Finish: give each group its own best"
}
