// A population as the API shows it: what its experiments can lose, and how many people are counted.

import { subjectEta } from "../live/subject-loss.ts"
import type { PopulationRow } from "../store/rows.ts"
import type { ExperimentReads } from "../store/store.ts"
import { computePersonEta, computeReservedEta, countRestores, isStopped } from "./population.ts"

/** Null: a key that is limited to the `visible` experiments may not see it. */
export async function viewPopulation(store: ExperimentReads, row: PopulationRow, visible: readonly string[] | null) {
  const members = await store.populations.members(row.name)
  const shown = visible === null ? members : members.filter(({ experiment }) => visible.includes(experiment.id))
  if (visible !== null && shown.length === 0) return null
  const smallest = members.reduce(
    (least, { experiment }) => Math.min(least, computeReservedEta(experiment) ?? least),
    row.limit,
  )
  const { people, atLimit } = await store.populations.countPeople(row.name, row.limit ** 2 - smallest ** 2)
  return {
    name: row.name,
    limit: row.limit,
    subjectNormalisation: row.subjectNormalisation,
    experiments: shown.map((stored) => ({ id: stored.experiment.id, subjectEta: subjectEta(stored) as number })),
    people,
    atLimit,
    learning: isStopped(row) ? ("stopped_after_restore" as const) : ("on" as const),
    restores: countRestores(row),
    subjectEta: computePersonEta(row),
  }
}
