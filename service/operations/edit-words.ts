// Changes what people call an experiment, whatever its status: nothing that was promised.

import type { Actor } from "../activity/activity.ts"
import type { Group } from "../transaction/group.ts"
import { checkWords, type Words } from "../words.ts"

/** What is left out stays as it is. */
export function editWords(group: Group, experiment: string, words: Partial<Words>, by: Actor): void {
  checkWords(words)
  group.live(experiment)
  group.changes.words.push({ experiment, words })
  group.addActivity({ experiment, action: "edit", key: by })
}
