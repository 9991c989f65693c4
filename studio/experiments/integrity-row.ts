// The text of a row where answers stopped coming or come wrongly.

import type { Chip } from "../results/verdict-chips.ts"
import { isolateName } from "../text/isolate-name.ts"
import { formatDuration } from "../text/times.ts"
import type { ListedExperiment } from "./use-list.ts"

export function describeIntegrity(
  integrity: NonNullable<ListedExperiment["integrity"]>,
  now: number,
): Chip & { readonly words: string } {
  const { kind, segment, sentence, share, since } = integrity
  if (kind !== "silent")
    return { chip: "Off", chipTone: "warn", words: `${segment === null ? "" : `${isolateName(segment)}: `}${sentence}` }
  const time = since === null ? "" : ` for ${formatDuration(now - Date.parse(since))}`
  const usual = share === null ? "" : `, usually ${Math.round(100 * share)} % answer`
  return { chip: "Silent", chipTone: "warn", words: `No answers${time}${usual}. Is sending broken?` }
}
