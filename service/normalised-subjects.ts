// Subjects as their experiments compare them. Only subjects that are not plain ASCII need the
// experiment's choice.

import type { Experiment } from "./experiment.ts"
import { isPlainSubject, normaliseSubject, type SubjectNormalisation } from "./subject-normalisation.ts"

/** So many experiments' choices are in memory at most. */
const mostChoices = 10_000

export class NormalisedSubjects {
  readonly #read: (experiment: string) => Promise<Experiment>
  /** By experiment; it never changes. */
  readonly #choices = new Map<string, SubjectNormalisation>()

  constructor(read: (experiment: string) => Promise<Experiment>) {
    this.#read = read
  }

  /** Calls `work` at once where the choice is known, so that requests keep their order. */
  use<Result>(experiment: string, subject: string, work: (normalised: string) => Promise<Result>): Promise<Result> {
    if (isPlainSubject(subject)) return work(subject)
    const known = this.#choices.get(experiment)
    if (known === undefined) return this.#readChoice(experiment).then((found) => work(normaliseSubject(subject, found)))
    try {
      return work(normaliseSubject(subject, known))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async #readChoice(experiment: string): Promise<SubjectNormalisation> {
    const { subjectNormalisation = "none" } = await this.#read(experiment)
    if (this.#choices.size >= mostChoices) this.#choices.clear()
    this.#choices.set(experiment, subjectNormalisation)
    return subjectNormalisation
  }
}
