// Which experiment a flag is: its id, or the one that is called so. A key that is limited to
// experiments knows no others.

import { experimentIdPattern } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Service } from "../service.ts"
import { ServiceError } from "../service-error.ts"
import type { NamedExperiment } from "../store/store.ts"
import { quoted } from "../text.ts"

/** Flags of one evaluation. */
const mostFlags = 200

const idText = new RegExp(experimentIdPattern)

/** Null: the key covers all experiments. */
type Covered = readonly string[] | null

export async function findFlag(service: Service, flag: string, covered: Covered): Promise<LiveExperiment> {
  const id = idText.test(flag) ? flag : (await findNamed(service, flag, covered)).id
  if (covered !== null && !covered.includes(id)) throw unknownFlag(flag)
  return service.live(id)
}

async function findNamed(service: Service, flag: string, covered: Covered): Promise<NamedExperiment> {
  const found = await listCovered(service, covered, flag)
  if (found.length > 1) throw severalNamed(flag)
  const [only] = found
  if (only !== undefined) return only
  throw unknownFlag(flag)
}

/** The flags of a bulk evaluation, in order of creation. */
export async function listFlags(service: Service, covered: Covered): Promise<NamedExperiment[]> {
  const found = await listCovered(service, covered, null)
  if (found.length <= mostFlags) return found
  throw new ServiceError(
    "experiment_limit",
    `a bulk evaluation has at most ${mostFlags} flags, got more: use a key for some of the experiments`,
  )
}

/** `name` null: experiments with bulk. */
async function listCovered({ store }: Service, covered: Covered, name: string | null): Promise<NamedExperiment[]> {
  if (covered === null) return store.named(name, mostFlags + 1)
  const found = await Promise.all(covered.map(async (id) => store.experiment(id)))
  return found.flatMap((stored) => {
    if (stored === undefined || stored.status === "archived") return []
    const { experiment, metadata } = stored
    const isMeant = name === null ? experiment.bulk === true : metadata.name === name
    return isMeant ? [{ id: experiment.id, name: metadata.name }] : []
  })
}

export const severalNamed = (flag: string) =>
  new ServiceError("invalid_request", `several experiments are called ${quoted(flag)}: use an id`)

const unknownFlag = (flag: string) =>
  new ServiceError("unknown_experiment", `a flag must be the name or id of an experiment, got ${quoted(flag)}`)
