// How the process of a service collects its garbage. The choice is for a whole process, so the
// command makes it, and not `startService`, which runs in programs of others too.

import { setFlagsFromString } from "node:v8"

/**
 * Lets one thread collect young objects. Few of them outlive a request, and several threads take
 * longer to wait for each other, above all where other programs keep the cores busy.
 */
export function collectYoungObjectsInOneThread(): void {
  setFlagsFromString("--no-parallel-scavenge")
}
