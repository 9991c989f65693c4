// The states of an experiment's segments as the JSON that stores have of them, and the two ways in which open batches may be in it: those that
// are alike as one item, or, as all versions read them, an item for each.

import { putBatchesTogether } from "@armistice/core/states"
import type { SegmentState } from "./live-experiment.ts"

export function readStates(text: string): Record<string, SegmentState> {
  const states = JSON.parse(text) as Record<string, SegmentState>
  for (const { state } of Object.values(states)) putBatchesTogether(state)
  return states
}

/** Names of segments cannot look like one: in JSON their quotes are escaped. */
const manyAlike = /\{"size":(\d+),"received":0,"sum":0,"alike":(\d+)\}/g

/**
 * The same states with an item for each batch. Several programs serve one Postgres, also while they are replaced by a newer version, and the
 * version before this one would take an item that stands for many for one.
 */
export function statesApart(text: string): string {
  return text.replace(manyAlike, (_, size: string, alike: string) => {
    const one = `{"size":${size},"received":0,"sum":0}`
    return `${one},`.repeat(Number(alike)) + one
  })
}
