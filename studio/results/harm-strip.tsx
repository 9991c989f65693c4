// An option that harms against the control: how much worse the measure is, against what is allowed.

import { fitAxis } from "../charts/axis.ts"
import { DifferenceStrip } from "./difference-strip.tsx"
import { describeAllowed } from "./harm-text.ts"
import { findAllowedEnd, findBounds, fitAllowedBand } from "./measures.ts"
import { shortenNames, startWithName } from "./option-names.ts"
import type { Detail, Group } from "./results-types.ts"
import { createUnits } from "./units.ts"

interface Props {
  readonly harm: Group["harm"][number]
  readonly group: Group
  readonly detail: Pick<Detail, "metrics" | "arms" | "control">
}

export function HarmStrip({ harm: { arm, metric }, group, detail }: Props) {
  const found = group.metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
  if (found === undefined || found.difference === null || found.low === null || found.high === null) return null
  const { difference, low, high } = found
  const short = shortenNames(detail.arms)
  const allowed = findAllowedEnd(detail, metric)
  const axis = fitAxis(Math.min(0, low, allowed), Math.max(0, high, allowed))
  return (
    <DifferenceStrip
      title={`${startWithName(metric)}: ${short(arm)} against ${short(detail.control)}`}
      {...{ difference, low, high, axis }}
      units={createUnits(findBounds(detail, { name: metric }))}
      band={fitAllowedBand(detail, metric, axis)}
      bandText={`${describeAllowed(detail, metric)}, which you allow.`}
      tone=" bad"
    />
  )
}
