// Changes what people call an experiment, whatever its status: nothing that was promised.

import type { Actor } from "../activity/activity.ts"
import { checkMetadata, type Metadata } from "../metadata.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** Fields that are left out stay. */
export function editMetadata(work: UnitOfWork, experiment: string, metadata: Partial<Metadata>, by: Actor): void {
  checkMetadata(metadata)
  work.live(experiment)
  work.changes.metadata.push({ experiment, metadata })
  work.addActivity({ experiment, action: "edit", key: by })
}
