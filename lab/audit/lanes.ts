// Shares runs out over lanes (this thread, or one per worker) in chunks of about the same time, and hands their numbers on in the
// order of the runs, so that an audit that is stopped has counted the first so many and can be continued.

import type { AuditPart, AuditRuns } from "./audit-runs.ts"

/** Plays one part at a time. */
export type Lane = (part: AuditPart) => Promise<Float64Array>

export interface SharingOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the numbers of the next `to - from` runs. */
  readonly onRows: (numbers: Float64Array, from: number, to: number) => void
}

const chunkMs = 80

/** Plays in this thread, letting other events in between chunks. */
export const laneHere =
  (runs: AuditRuns): Lane =>
  async (part) => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    return runs.play(part)
  }

export async function shareOut(
  lanes: readonly Lane[],
  part: AuditPart,
  { signal, onRows }: SharingOptions,
): Promise<void> {
  const waiting = new Map<number, { readonly numbers: Float64Array; readonly to: number }>()
  let next = part.from
  let delivered = part.from
  let perRunMs = chunkMs / 8
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < part.to && signal?.aborted !== true) {
        const share = Math.ceil((part.to - next) / (2 * lanes.length))
        const from = next
        const to = Math.min(part.to, from + Math.max(1, Math.min(share, Math.floor(chunkMs / perRunMs))))
        next = to
        const start = performance.now()
        const numbers = await lane({ ...part, from, to })
        perRunMs = Math.max(1e-4, (performance.now() - start) / (to - from))
        waiting.set(from, { numbers, to })
        for (let chunk = waiting.get(delivered); chunk !== undefined; chunk = waiting.get(delivered)) {
          waiting.delete(delivered)
          onRows(chunk.numbers, delivered, chunk.to)
          delivered = chunk.to
        }
      }
    }),
  )
}
