// Lookups of operations, answered from rows that were read under the lock.

import type { PassedDecisions } from "../../live/segment-state.ts"
import { windowPage } from "../../operations/close-windows.ts"
import { ServiceError } from "../../service-error.ts"
import type { Lookups } from "../../transaction/lookups.ts"
import { WindowsDue } from "../../transaction/windows-due.ts"
import type { DecisionRow, MetricValueRow, RewardRow, SubjectRow } from "../rows.ts"
import type { ReadHead } from "./live-cache.ts"
import type { PostgresTransaction } from "./postgres-transaction.ts"
import type { ReadDecision } from "./transaction-rows.ts"

export function createLookups(transaction: PostgresTransaction, findId: (number: number) => string): Lookups {
  const decisions = new Map<string, ReadDecision>()
  const learned = new Map<string, ReadDecision>()
  const fates = new Map<string, ReadDecision>()
  const note = (row: ReadDecision) => fates.set(`${findId(row.experiment)}/${row.sequence}`, row)
  for (const row of transaction.decisions) {
    decisions.set(`${findId(row.experiment)}/${row.id}`, row)
    if (row.pull !== null && row.subject !== null) learned.set(`${findId(row.experiment)}/${row.subject}`, row)
    note(row)
  }
  for (const row of transaction.windows) note(row)
  const subjects = new Map<string, SubjectRow>()
  for (const row of transaction.subjects) {
    const experiment = findId(row.experiment)
    subjects.set(`${experiment}/${row.subject}`, { ...row, experiment })
  }
  const metrics = new Map<string, { given: MetricValueRow[]; observed: number[] }>()
  for (const { experiment: number, decision, metric, steps, key, at, observed } of transaction.metrics) {
    const experiment = findId(number)
    const place = `${experiment}/${decision}`
    const fate = metrics.get(place) ?? { given: [], observed: [] }
    metrics.set(place, fate)
    if (observed) fate.observed.push(metric)
    else fate.given.push({ experiment, decision, metric, steps, key: key as string, at: at as number })
  }
  const populations = new Map(transaction.populations.map((row) => [row.name, row]))
  const reservations = new Map(transaction.reservations.map((row) => [`${row.population}/${row.person}`, row]))
  return {
    decision: (experiment, id) => asDecision(experiment, decisions.get(`${experiment}/${id}`)),
    reward: (experiment, decision) => asReward(experiment, fates.get(`${experiment}/${decision}`)),
    isObserved: (experiment, decision) => fates.get(`${experiment}/${decision}`)?.observed ?? false,
    metricFate: (experiment, decision) => metrics.get(`${experiment}/${decision}`) ?? { given: [], observed: [] },
    subject: (experiment, subject) => subjects.get(`${experiment}/${subject}`),
    learnedDecision: (experiment, subject) => asDecision(experiment, learned.get(`${experiment}/${subject}`)),
    populations: {
      find: (name) => {
        const row = populations.get(name)
        if (row === undefined) return undefined
        const { used: _used, ...population } = row
        return population
      },
      isUsed: (name) => populations.get(name)?.used ?? false,
      reservation: (population, person) => {
        const row = reservations.get(`${population}/${person}`)
        if (row !== undefined) return row
        // Everyone who was asked for has a row and is locked. To take another for someone new could
        // forget what is reserved for them.
        throw new ServiceError("internal", "a reservation needs a lock on the person")
      },
    },
    rowsAfter: (_table, experiment, sequence, limit) => {
      const number = transaction.windowExperiments.find((one) => findId(one) === experiment)
      if (number === undefined) throw new WindowsDue()
      // Each page has all decisions from its place on up to its last, so the latest place before is
      // the one to go on from. No decision may come after it, and those of an earlier place must
      // not be taken for its own.
      const places = readPlaces(transaction.heads.find((head) => head.experiment === number))
      const place = Math.max(...places.filter((one) => one <= sequence))
      const page = transaction.windows.filter((row) => row.experiment === number && row.passed === place)
      const left = page.filter((row) => row.sequence > sequence)
      if (left.length === 0 && page.length >= windowPage) throw new WindowsDue()
      return left.slice(0, limit).map((row) => asDecision(experiment, row) as DecisionRow)
    },
  }
}

/** Where the sweep of an experiment was when its pages were read (windowsSql). */
function readPlaces(head: Pick<ReadHead, "swept" | "passed"> | undefined): number[] {
  const { early = 0, ripe = 0, metrics = [] } = JSON.parse(head?.passed ?? "{}") as Partial<PassedDecisions>
  return [head?.swept ?? 0, early, ripe, ...metrics]
}

function asDecision(experiment: string, row: ReadDecision | undefined): DecisionRow | undefined {
  if (row === undefined) return undefined
  const { reward_steps: _steps, reward_key: _key, reward_at: _at, observed: _observed, ...rest } = row
  const { passed: _passed, ...decision } = rest as typeof rest & { passed?: number }
  return { ...decision, experiment }
}

function asReward(experiment: string, row: ReadDecision | undefined): RewardRow | undefined {
  if (row === undefined || row.reward_steps === null) return undefined
  return {
    experiment,
    decision: row.sequence,
    steps: row.reward_steps,
    key: row.reward_key as string,
    at: row.reward_at as number,
  }
}
