// Changes what people call an experiment, whatever its status: nothing that was promised.

import type { Actor } from "../activity/activity.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { checkWords, type Words } from "../words.ts"

/** What is left out stays as it is. */
export function editWords(work: UnitOfWork, experiment: string, words: Partial<Words>, by: Actor): void {
  checkWords(words)
  work.live(experiment)
  work.changes.words.push({ experiment, words })
  work.addActivity({ experiment, action: "edit", key: by })
}
