// The text of a row where answers stopped coming or come wrongly.

import { isolateName } from "../text/isolate-name.ts"
import { formatDuration } from "../text/times.ts"
import type { ListedExperiment } from "./use-list.ts"

export function describeIntegrity(integrity: NonNullable<ListedExperiment["integrity"]>, now: number) {
  const { kind, segment, sentence, share, since } = integrity
  if (kind !== "silent")
    return { chip: "Off", look: "warn", words: `${segment === null ? "" : `${isolateName(segment)}: `}${sentence}` }
  const time = since === null ? "" : ` for ${formatDuration(now - Date.parse(since))}`
  const usual = share === null ? "" : `, usually ${Math.round(100 * share)} % answer`
  return { chip: "Silent", look: "warn", words: `No answers${time}${usual}. Is sending broken?` }
}
