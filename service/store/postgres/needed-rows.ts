// The rows that a transaction must lock and read for what it is asked to do.

import { hasMetrics } from "../../experiment.ts"
import type { Command } from "../../transaction/transaction.ts"
import type { KnownExperiments } from "./known-experiments.ts"
import type { LiveCache } from "./live-cache.ts"
import { type PopulationMember, sortPeople } from "./postgres-populations.ts"
import type { RowsToRead } from "./postgres-transaction.ts"

/** `now`: a little ahead of the server's clock, so that nothing due is missed. */
export function neededRows(
  commands: readonly Command[],
  known: KnownExperiments,
  lives: LiveCache,
  now: number,
): RowsToRead {
  const experiments = new Set<number>()
  const decisions: { experiment: number; id: string }[] = []
  const subjects: { experiment: number; subject: string }[] = []
  const answered: { experiment: number; subject: string }[] = []
  const people: PopulationMember[] = []
  const windows = new Set<number>()
  for (const command of commands) {
    const found = known.get(command.experiment)
    if (found === undefined) continue
    const { number: experiment, experiment: definition } = found
    experiments.add(experiment)
    const { decisionId = null, subject = null, names = null, answers = null, person = null } = command.names ?? {}
    const { population } = definition
    if (population !== undefined && person !== null) people.push({ population, person: person(population) })
    for (const id of [decisionId, names?.id, names?.alone]) if (id != null) decisions.push({ experiment, id })
    for (const one of [subject, names?.batch, answers]) if (one != null) subjects.push({ experiment, subject: one })
    if (answers !== null) answered.push({ experiment, subject: answers })
    const mayBeDue = command.decides === true && lives.mayBeDue(command.experiment, now)
    if (command.windows === true || mayBeDue) windows.add(experiment)
  }
  return {
    experiments: [...experiments],
    created: commands.filter(({ isNew }) => isNew === true).length,
    ledgers: [...experiments].map((experiment) => ({
      experiment,
      after: lives.ledgerIndex(known.findId(experiment)),
    })),
    knownTexts: [...experiments].flatMap((experiment) =>
      [...lives.texts(known.findId(experiment)).keys()].map((hash) => ({ experiment, hash })),
    ),
    decisions,
    subjects,
    answered,
    populations: [...new Set(commands.flatMap(({ population }) => (population === undefined ? [] : [population])))],
    people: sortPeople(people),
    windows: [...windows],
    metered: new Set([...experiments].filter((number) => hasMetrics(known.findByNumber(number).experiment))),
  }
}
