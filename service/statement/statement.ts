// The most that anyone can learn about one person from an experiment, a population or a whole
// store, by the guarantees and by the ledger, which is checked on the way. A loss is never
// under-stated.

import { attackSuccess, composeSequential, computeEpsilon } from "@armistice/core"
import { isArmChange, isPurge, isRipe, type PublicLedgerEntry } from "@armistice/core/ledger"
import { getSubjectCap, type Status } from "../experiment.ts"
import { formatTime, formatTimeOrNull } from "../format-time.ts"
import { listLedgerTerms, publicEntry, readOutcomes } from "../ledger/ledger-entry.ts"
import { verifyPublicly } from "../ledger/verify-ledger.ts"
import { subjectEta } from "../live/subject-loss.ts"
import { pauses } from "../pauses.ts"
import { computePersonEta, countRestores } from "../populations/population.ts"
import { allExperiments, allPopulations, readLedgerPages } from "../store/read-pages.ts"
import type { PopulationRow, StoredExperiment } from "../store/rows.ts"
import type { StoreReads } from "../store/store.ts"
import { unknownExperiment, unknownPopulation } from "../unknown.ts"

export interface StatementOptions {
  readonly experiment?: string
  readonly population?: string
}

export interface StatedExperiment {
  readonly id: string
  readonly name: string
  readonly status: Status
  readonly createdAt: string
  readonly population: string | null
  /** For one reward with its metrics; null without a guarantee. */
  readonly eta: number | null
  readonly metrics: number
  /** Decisions of one person that are learned from; null where people are not counted. */
  readonly cap: number | null
  readonly sticky: boolean
  readonly restores: number
  /** The most that one person can lose in it; null without a guarantee for people. */
  readonly personEta: number | null
  readonly arrivals: "public" | "private"
  /** "public" where only successes are sent and arrivals are public: then there is no guarantee. */
  readonly outcomes: "public" | "private"
  readonly releases: number
  readonly spent: number | null
  readonly limit: number | null
  readonly head: string
  readonly purgedAt: string | null
  /** Days after its end; null: the service removes nothing by itself. */
  readonly purgeAfterDays: number | null
  /** The problem of its ledger; null where its chain and its spending are in order. */
  readonly problem: string | null
}

export interface StatedPopulation {
  readonly name: string
  /** The highest limit that was ever in force. */
  readonly highest: number
  readonly restores: number
  readonly personEta: number
}

/** The most that anyone can learn about one person, and how that was checked. */
export interface Statement {
  readonly scope: "experiment" | "population" | "store"
  /** The name of the experiment or population; null for a whole store. */
  readonly name: string | null
  readonly at: string
  /** The most that one person can lose; null without a guarantee. */
  readonly eta: number | null
  /** The most right guesses of 100 about which of two records is a person's; 50 is chance. */
  readonly rightOf100: number
  readonly epsilons: readonly { readonly delta: number; readonly epsilon: number }[]
  /** The most that someone with one reward in each can lose; null: no guarantee. */
  readonly onceEta: number | null
  readonly populations: readonly StatedPopulation[]
  readonly experiments: readonly StatedExperiment[]
}

const deltas = [1e-5, 1e-6, 1e-9]

export async function makeStatement(store: StoreReads, wanted: StatementOptions, now = Date.now()): Promise<Statement> {
  const populations = await listPopulations(store, wanted)
  const experiments: StatedExperiment[] = []
  for await (const stored of wanted.experiment === undefined
    ? allExperiments(store)
    : readOne(store, wanted.experiment)) {
    if (wanted.population !== undefined && stored.experiment.population !== wanted.population) continue
    experiments.push(await stateExperiment(store, stored))
  }
  const scope =
    wanted.experiment !== undefined ? "experiment" : wanted.population !== undefined ? "population" : "store"
  const name = scope === "experiment" ? (experiments[0]?.name ?? null) : (wanted.population ?? null)
  // The limit of a population covers all its experiments.
  const isLimited = ({ population }: StatedExperiment) => populations.some((one) => one.name === population)
  const apart = experiments.filter((one) => !isLimited(one)).map(({ personEta }) => personEta)
  const eta = composeEtas([...populations.map(({ personEta }) => personEta), ...apart])
  return {
    scope,
    name,
    at: formatTime(now),
    eta,
    rightOf100: Math.ceil(attackSuccess({ eta }) * 1e4) / 100,
    epsilons: eta === null ? [] : deltas.map((delta) => ({ delta, epsilon: computeEpsilon(eta, delta) })),
    onceEta: composeEtas(experiments.map((one) => one.eta)),
    populations,
    experiments,
  }
}

async function* readOne(store: StoreReads, id: string): AsyncGenerator<StoredExperiment> {
  const stored = await store.experiment(id)
  if (stored === undefined) throw unknownExperiment(id)
  yield stored
}

/** The total loss about one person over several experiments. */
const composeEtas = (etas: readonly (number | null)[]): number | null =>
  etas.every((eta) => eta !== null) ? composeSequential(etas) : null

/** The wanted population, all with experiments for a whole store, or none for one experiment. */
async function listPopulations(
  store: StoreReads,
  { experiment, population }: StatementOptions,
): Promise<StatedPopulation[]> {
  if (experiment !== undefined) return []
  if (population !== undefined) {
    const row = await store.populations.find(population)
    if (row === undefined) throw unknownPopulation(population)
    return [statePopulation(row)]
  }
  const list: StatedPopulation[] = []
  for await (const row of allPopulations(store))
    if ((await store.populations.members(row.name)).length > 0) list.push(statePopulation(row))
  return list
}

const statePopulation = (row: PopulationRow): StatedPopulation => ({
  name: row.name,
  highest: row.highest,
  restores: countRestores(row),
  personEta: computePersonEta(row),
})

async function stateExperiment(
  store: StoreReads,
  { experiment, status, restores, metadata }: StoredExperiment,
): Promise<StatedExperiment> {
  const { id, createdAt, guarantee, limit, metrics = [], arrivals, restoresBefore = 0, population } = experiment
  const outcomes = readOutcomes(experiment)
  const entries: PublicLedgerEntry[] = []
  const pause = pauses()
  for await (const page of readLedgerPages(store, id)) {
    entries.push(...page.map(publicEntry))
    await pause()
  }
  // Pauses let other requests run between entries.
  const { spent, head, problem, purgedAt } = await verifyPublicly({ ...listLedgerTerms(experiment), entries }, pauses())
  return {
    id,
    name: metadata?.name ?? experiment.name,
    status,
    createdAt: formatTime(createdAt),
    population: population ?? null,
    eta: outcomes === "public" ? null : guarantee.eta,
    metrics: metrics.length,
    cap: getSubjectCap(experiment),
    sticky: experiment.sticky,
    restores: restores - restoresBefore,
    personEta: outcomes === "public" ? null : subjectEta({ experiment, restores }),
    arrivals,
    outcomes,
    releases: entries.filter((entry) => !isPurge(entry) && !isRipe(entry) && !isArmChange(entry)).length,
    spent,
    limit,
    head,
    purgedAt: formatTimeOrNull(purgedAt),
    purgeAfterDays: experiment.retention?.purgeAfterDays ?? null,
    problem,
  }
}
