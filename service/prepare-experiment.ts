// Defines an experiment with what only the store knows: the experiment that it copies, its
// population's choice, and restores.

import { copyRequest, isCopy } from "./copy-experiment.ts"
import { defineExperiment, type RepeatableExperiment } from "./create-experiment.ts"
import { type Experiment, withRestores } from "./experiment.ts"
import type { CopyRequest, ExperimentRequest } from "./experiment-request.ts"
import { deriveExperimentId } from "./keys/repeatable-ids.ts"
import type { ServiceParts } from "./service-parts.ts"
import type { StoredExperiment } from "./store/rows.ts"
import type { ExperimentReads, StoreChecks } from "./store/store.ts"
import type { Transactions } from "./transaction/transaction.ts"
import { unknownExperiment } from "./unknown.ts"

type KnownExperiments = ExperimentReads & StoreChecks

export interface PreparedExperiment {
  readonly experiment: Experiment
  /** The request in full, where it named another experiment. */
  readonly request: ExperimentRequest
}

export async function prepareExperiment(
  { store, transactions, subjectKey, now }: ServiceParts,
  given: ExperimentRequest | CopyRequest,
  repeatable: RepeatableExperiment | undefined,
): Promise<PreparedExperiment> {
  const request = isCopy(given) ? await fillCopy(store, transactions, given) : given
  const { key, word } = repeatable ?? {}
  const id = key === undefined || word === undefined ? undefined : deriveExperimentId(subjectKey, key, word)
  const defined = defineExperiment(request, now(), id, given)
  return { experiment: withRestores(await withPopulationChoice(store, defined), await store.restores()), request }
}

async function fillCopy(
  store: KnownExperiments,
  transactions: Transactions,
  copy: CopyRequest,
): Promise<ExperimentRequest> {
  const stored = await findStored(store, copy.like)
  return copyRequest(stored, (await transactions.live(copy.like)).arms.names, copy)
}

export async function findStored(store: KnownExperiments, id: string): Promise<StoredExperiment> {
  const stored = await store.experiment(id)
  if (stored !== undefined) return stored
  await store.checkWhole()
  throw unknownExperiment(id)
}

/** An open choice is the population's; the transaction checks it. */
async function withPopulationChoice(store: ExperimentReads, experiment: Experiment): Promise<Experiment> {
  const { population, template } = experiment
  if (population === undefined || template.subjectNormalisation !== undefined) return experiment
  const row = await store.populations.find(population)
  return row?.subjectNormalisation === "nfkc" ? { ...experiment, subjectNormalisation: "nfkc" } : experiment
}
