// The decisions of a page's one person, made ahead of being asked for. Each is for whom it was made: another person never gets it.

import type { DecisionView } from "@armistice/client"
import type { EvaluationContext } from "@openfeature/core"
import type { Connection } from "./connection.ts"
import type { ArmisticeFlag } from "./options.ts"
import { isRefusal } from "./refusal.ts"
import { type Asked, askedFor, type Failure, failureOf } from "./resolution.ts"

type Answer = { readonly decision: DecisionView } | { readonly failure: Failure }
type Made = Answer & { readonly asked: Asked }

export class DecisionsAhead {
  readonly #connection: Connection
  readonly #made = new Map<string, Made>()
  /** Which call to decide is the latest: an older one must not put its answers over it. */
  #latest = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get decidedFlags(): string[] {
    return [...this.#made].filter(([, made]) => "decision" in made).map(([name]) => name)
  }

  of(name: string, asked: Asked): Answer | undefined {
    const made = this.#made.get(name)
    return made !== undefined && isSame(made.asked, asked) ? made : undefined
  }

  /** Whether nothing is left to decide for this context. */
  isWholeFor(context: EvaluationContext): boolean {
    return this.#missing(context).length === 0
  }

  /** Decides what is not there yet. Rejects if the service could not be reached for any of it. */
  async decideFor(context: EvaluationContext): Promise<void> {
    const { client, line, timeoutMs } = this.#connection
    const own = ++this.#latest
    const away: unknown[] = []
    const decide = async ({ name, flag, asked }: Missing): Promise<void> => {
      const { subject, segment } = asked
      const note = (answer: Answer) => own === this.#latest && this.#made.set(name, { ...answer, asked })
      try {
        const asking = { subject, ...(segment === undefined ? {} : { segment }), timeoutMs }
        note({ decision: await client.experiment(flag.experiment).decide(asking) })
        line.up()
      } catch (error) {
        note({ failure: failureOf(error) })
        line.failed(error)
        if (!isRefusal(error)) away.push(error)
      }
    }
    await Promise.all(this.#missing(context).map(decide))
    if (away.length > 0 && own === this.#latest) throw away[0]
  }

  #missing(context: EvaluationContext): Missing[] {
    return Object.entries(this.#connection.options.flags).flatMap(([name, flag]) => {
      const whose = askedFor(flag, context)
      // Without a person there is nothing to decide; whoever asks for the flag is told so.
      if ("failure" in whose) return []
      const answer = this.of(name, whose.asked)
      return answer !== undefined && "decision" in answer ? [] : [{ name, flag, asked: whose.asked }]
    })
  }
}

interface Missing {
  readonly name: string
  readonly flag: ArmisticeFlag
  readonly asked: Asked
}

const isSame = (a: Asked, b: Asked): boolean => a.subject === b.subject && a.segment === b.segment
