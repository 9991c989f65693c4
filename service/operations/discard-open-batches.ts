// Makes a restored copy safe to serve: the store that it was copied from may still release its open
// batches, so the copy discards them.

import { conclude } from "../results/conclude.ts"
import { readExperimentPages, readPopulationPages } from "../store/read-pages.ts"
import type { ExperimentReads } from "../store/store.ts"
import type { CommandQueues } from "../transaction/command-queues.ts"
import { recordDiscard } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { noteRestore } from "./population.ts"

/** `restores`: the number of the restore. */
export async function discardOpenBatches(
  store: ExperimentReads,
  queues: CommandQueues,
  restores: number,
): Promise<void> {
  for await (const populations of readPopulationPages(store)) {
    const noted = populations.map(({ name }) =>
      queues.submitDiscard({ experiment: "", population: name, run: (work) => noteRestore(work, name, restores) }),
    )
    await Promise.all(noted)
  }
  for await (const experiments of readExperimentPages(store)) {
    const discarded = experiments.map(({ experiment: { id } }) =>
      queues.submitDiscard({ experiment: id, run: (work) => discard(work, id, restores) }),
    )
    await Promise.all(discarded)
  }
  const detail = `the store is a restored copy (restore number ${restores}): open batches were discarded, and experiments that count subjects do not learn until accept-restore`
  await queues.submitDiscard({
    experiment: "",
    run: (work) => work.addMessage("store.trouble", { trouble: "restored", detail }),
  })
}

function discard(work: UnitOfWork, experiment: string, restores: number): void {
  const live = work.live(experiment)
  // Another process may have begun with this restore and ended too soon.
  if (live.restores >= restores) return
  conclude(work, live)
  recordDiscard(work, live, restores)
}
