// The check of all pages of a file in a thread of its own, beside other work: it waits for nothing, and nothing waits for it but its result.

import { startThread } from "../../thread.ts"
import { findFileDamage } from "./sqlite-damage.ts"

/** As `findFileDamage` says it. */
export function findDamageInThread(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = startThread("store/sqlite/check-worker.js", path)
    worker.once("message", resolve)
    // A thread that cannot be had is no damage: then it is checked here.
    worker.once("error", () => resolve(findFileDamage(path)))
  })
}
