// Decisions for the one person of a page, fetched before they are needed. Another person never
// gets them.

import type { AssignmentView } from "@armistice/client"
import type { EvaluationContext } from "@openfeature/core"
import { isRefusal } from "./is-refusal.ts"
import type { ProviderSession } from "./provider-session.ts"
import { type DecisionSubject, type Failure, findSubject, toFailure } from "./resolution.ts"

type Fetched = { readonly decision: AssignmentView } | { readonly failure: Failure }

interface MissingDecision {
  readonly flag: string
  readonly experiment: string
  readonly subject: DecisionSubject
}

export class PrefetchedDecisions {
  readonly #session: ProviderSession
  readonly #fetched = new Map<string, Fetched & { readonly subject: DecisionSubject }>()
  /** Which call of `fetch` is the latest: an older one must not overwrite its decisions. */
  #latest = 0

  constructor(session: ProviderSession) {
    this.#session = session
  }

  listDecidedFlags(): string[] {
    return [...this.#fetched].filter(([, one]) => "decision" in one).map(([flag]) => flag)
  }

  get(flag: string, subject: DecisionSubject): Fetched | undefined {
    const fetched = this.#fetched.get(flag)
    // Both pick attributes in the order in which the experiment declares them.
    const isSame = fetched !== undefined && JSON.stringify(fetched.subject) === JSON.stringify(subject)
    return isSame ? fetched : undefined
  }

  isCompleteFor(context: EvaluationContext): boolean {
    return this.#listMissing(context).length === 0
  }

  /** Fetches missing decisions. Rejects if the service could not be reached for any of them. */
  async fetch(context: EvaluationContext): Promise<void> {
    const own = ++this.#latest
    const errors: unknown[] = []
    const fetchOne = async ({ flag, experiment, subject }: MissingDecision): Promise<void> => {
      const fetched = await this.#session.fetchArm(experiment, subject).then(
        (decision) => ({ decision }),
        (error: unknown) => {
          if (!isRefusal(error)) errors.push(error)
          return { failure: toFailure(error) }
        },
      )
      if (own === this.#latest) this.#fetched.set(flag, { ...fetched, subject })
    }
    await Promise.all(this.#listMissing(context).map(fetchOne))
    if (errors.length > 0 && own === this.#latest) throw errors[0]
  }

  #listMissing(context: EvaluationContext): MissingDecision[] {
    return Object.entries(this.#session.options.flags).flatMap(([flag, options]) => {
      const found = findSubject(options, context, this.#session.findAttributes)
      // Without a person there is nothing to decide; an evaluation of the flag reports that.
      if ("failure" in found) return []
      const fetched = this.get(flag, found.subject)
      const isThere = fetched !== undefined && "decision" in fetched
      return isThere ? [] : [{ flag, experiment: options.experiment, subject: found.subject }]
    })
  }
}
