// Simulates the first page's experiment in a worker: for each η the run that is shown, then what is
// lost, more precisely with every stage.

import { computeAverageLoss, type Lost, pickMiddleRun } from "./simulate-example.ts"

export type FromPictureWorker =
  | { readonly kind: "run"; readonly eta: number | null; readonly given: Uint8Array }
  /** `isLast` marks the most precise figure. */
  | { readonly kind: "lost"; readonly eta: number | null; readonly lost: Lost & { readonly isLast: boolean } }

/** The part of a worker's global scope used here; the page's type library does not have it. */
interface WorkerScope {
  onmessage: ((event: { readonly data: readonly (number | null)[] }) => void) | null
  postMessage(message: FromPictureWorker): void
}

const stages = [100, 500, 2000]

const scope = globalThis as unknown as WorkerScope
scope.onmessage = ({ data: etas }) => {
  for (const eta of etas) scope.postMessage({ kind: "run", eta, given: pickMiddleRun(eta) })
  for (const runs of stages)
    for (const eta of etas) {
      const lost = { ...computeAverageLoss(eta, runs), isLast: runs === stages.at(-1) }
      scope.postMessage({ kind: "lost", eta, lost })
    }
}
