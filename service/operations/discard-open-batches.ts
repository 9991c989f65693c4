// Makes a restored copy safe to serve: the store that it was copied from may still release its open
// batches, so the copy discards them.

import { conclude } from "../results/conclude.ts"
import type { ExperimentReads } from "../store/store.ts"
import type { CommandQueues } from "../transaction/command-queues.ts"
import { recordDiscard } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { noteRestore } from "./population.ts"

const page = 200

/** `restores`: the number of the restore. */
export async function discardOpenBatches(
  store: ExperimentReads,
  queues: CommandQueues,
  restores: number,
): Promise<void> {
  for (let last = ""; ; ) {
    const populations = await store.populations.after(last, page)
    const noted = populations.map(({ name }) =>
      queues.submitDiscard({ experiment: "", population: name, run: (work) => noteRestore(work, name, restores) }),
    )
    await Promise.all(noted)
    if (populations.length === 0) break
    last = populations.at(-1)?.name ?? ""
  }
  for (let after: string | undefined; ; ) {
    const experiments = await store.experiments({ limit: page, ...(after === undefined ? {} : { after }) })
    const discarded = experiments.map(({ experiment: { id } }) =>
      queues.submitDiscard({ experiment: id, run: (work) => discard(work, id, restores) }),
    )
    await Promise.all(discarded)
    after = experiments.at(-1)?.experiment.id
    if (after === undefined) break
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
