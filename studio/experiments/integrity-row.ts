// What a line of the list says where something is wrong with how answers come: they stopped, or the service says what is off.

import { isolated } from "../text/isolated.ts"
import { durationText } from "../text/times.ts"
import type { Listed } from "./use-list.ts"

export function integrityWords(integrity: NonNullable<Listed["integrity"]>, now: number) {
  const { kind, segment, sentence, share, since } = integrity
  if (kind !== "silent")
    return { chip: "Off", look: "warn", words: `${segment === null ? "" : `${isolated(segment)}: `}${sentence}` }
  const time = since === null ? "" : ` for ${durationText(now - Date.parse(since))}`
  const usual = share === null ? "" : `, usually ${Math.round(100 * share)} % answer`
  return { chip: "Silent", look: "warn", words: `No answers${time}${usual}. Is sending broken?` }
}
