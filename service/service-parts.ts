// The parts of a service that its use cases share.

import type { NormalisedSubjects } from "./normalised-subjects.ts"
import type { Store } from "./store/store.ts"
import type { CommandQueues } from "./transaction/command-queues.ts"
import type { DueWindows } from "./transaction/due-windows.ts"
import type { Transactions } from "./transaction/transaction.ts"

export interface ServiceParts {
  readonly store: Store
  readonly transactions: Transactions
  readonly queues: CommandQueues
  readonly windows: DueWindows
  readonly subjects: NormalisedSubjects
  readonly subjectKey: Uint8Array
  readonly now: () => number
}
