// Sets the limit of a population, and accepts what its people can lose after a restore.

import type { Actor } from "../activity/activity.ts"
import { acceptAsMember } from "../operations/accept-restore.ts"
import { acceptPopulationRestore, putPopulation } from "../operations/population.ts"
import type { ExperimentReads } from "../store/store.ts"
import type { CommandQueues } from "../transaction/command-queues.ts"

type PopulationSetting = Parameters<typeof putPopulation>[1]

export async function setPopulation(
  queues: CommandQueues,
  setting: PopulationSetting,
  restores: number,
  by: Actor,
): Promise<void> {
  await queues.submit({
    experiment: "",
    population: setting.name,
    run: (work) => putPopulation(work, setting, restores, by),
  })
}

/** Each member accepts in a transaction of its own. */
export async function acceptPopulation(
  store: ExperimentReads,
  queues: CommandQueues,
  { name, limit }: Pick<PopulationSetting, "name" | "limit">,
  key: string,
  by: Actor,
): Promise<void> {
  await queues.submit({
    experiment: "",
    population: name,
    run: (work) => acceptPopulationRestore(work, name, limit, by),
  })
  const members = await store.populations.members(name)
  await Promise.all(
    members.map(({ experiment: { id } }) =>
      queues.submit({ experiment: id, run: (work) => acceptAsMember(work, id, key, by) }),
    ),
  )
}
