// Requests for the arms of people who have not seen them: what is known is read, and only who is
// new waits for a transaction.

import { readPoint } from "../context/decision-context.ts"
import type { Status } from "../experiment.ts"
import { hashSubject } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { pickDefined } from "../pick-defined.ts"
import { ServiceError } from "../service-error.ts"
import type { ServiceParts } from "../service-parts.ts"
import type { DecisionRow } from "../store/rows.ts"
import { createSubject } from "../transaction/row-overlays.ts"
import { WindowsDue } from "../transaction/windows-due.ts"
import { assign } from "./assign.ts"
import { drawKeyed } from "./assignment.ts"
import { type FoundArm, findArm } from "./find-arm.ts"

/** Someone in an experiment with bulk. */
export interface Look extends Pick<DecisionRow, "segment" | "context"> {
  readonly live: LiveExperiment
  /** As it was given. */
  readonly subject: string
}

/** The arm that they get, by name. */
export interface GivenArm {
  readonly arm: string
  readonly firstArm?: string
  readonly status: Status
  readonly outside?: "dates" | "traffic"
}

export class AssignmentRequests {
  readonly #options: ServiceParts

  constructor(options: ServiceParts) {
    this.#options = options
  }

  async assign(looks: readonly Look[]): Promise<(GivenArm | ServiceError)[]> {
    const hashes = await Promise.all(looks.map(async (look) => this.#hash(look)))
    const wanted = looks.map(({ live }, index) => ({
      experiment: live.experiment.id,
      subject: hashes[index] as string,
    }))
    const rows = await this.#options.store.subjects(wanted)
    return Promise.all(
      looks.map(async (look, index): Promise<GivenArm | ServiceError> => {
        const { live, segment, context } = look
        const { experiment, subject } = wanted[index] as { experiment: string; subject: string }
        const person = { segment, subject, point: readPoint(context) }
        try {
          const row = rows[index] ?? createSubject(experiment, subject)
          const found = findArm(live, row, person, this.#options.now())
          const isKnown = found !== null && found.isToRenew !== true
          return nameArm(live, isKnown ? found : await this.#assign(experiment, subject, look))
        } catch (error) {
          if (error instanceof ServiceError && error.status < 500) return error
          throw error
        }
      }),
    )
  }

  #hash({ live, subject }: Look): Promise<string> {
    const { subjects, subjectKey } = this.#options
    const { id } = live.experiment
    return subjects.use(id, subject, async (given) => hashSubject(subjectKey, id, given))
  }

  #assign(experiment: string, subject: string, { segment, context }: Look): Promise<FoundArm> {
    const { queues, windows, subjectKey } = this.#options
    const draw = drawKeyed(subjectKey, experiment, subject)
    const run = (work: Parameters<typeof assign>[0]) => assign(work, experiment, { subject, segment, context, draw })
    const command = { experiment, names: { subject }, decides: true, run }
    return queues.submit(command).catch((error: unknown) => {
      if (error instanceof WindowsDue) return windows.submitAfter(command)
      throw error
    })
  }
}

function nameArm(live: LiveExperiment, { arm, firstArm = arm, outside }: FoundArm): GivenArm {
  const first = firstArm === arm ? undefined : live.armName(firstArm)
  return { arm: live.armName(arm), status: live.status, ...pickDefined({ firstArm: first, outside }) }
}
