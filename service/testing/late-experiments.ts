// Experiments with silent people and late answers, and who must have joined in each once all
// windows are over: an own reading of the rows, decision by decision, which knows nothing of how
// the service decides it. For tests that kill, restore and replicate services.

import { setTimeout as sleep } from "node:timers/promises"
import type { ExperimentRequest } from "../experiment-request.ts"
import type { Store } from "../store/store.ts"
import { getPlace, type TableName, type TableRows } from "../store/tables.ts"

export interface LateExperiment extends ExperimentRequest {
  readonly metrics?: readonly { readonly name: string; readonly eta: number; readonly windowSeconds: number }[]
  readonly rewardWindowSeconds: number
}

const usual = { arms: ["a", "b"], horizon: 1_000_000, privacy: { eta: 8 }, answers: "all" } as const

/** Windows are short, in real time. */
export const lateExperiments: readonly LateExperiment[] = [
  { ...usual, name: "ripe", rewardWindowSeconds: 0.8, ripeSeconds: 0.15 },
  { ...usual, name: "at the end of the window", rewardWindowSeconds: 0.4, ripeSeconds: 0.4 },
  {
    ...usual,
    name: "private arrivals",
    rewardWindowSeconds: 0.5,
    arrivals: "private",
    tickSeconds: 0.05,
    metrics: [{ name: "harm", eta: 8, windowSeconds: 0.2 }],
    onHarm: "notify",
    acceptWeakPrivacy: true,
  },
  {
    ...usual,
    name: "with context",
    rewardWindowSeconds: 0.8,
    ripeSeconds: 0.15,
    context: {
      protection: "none",
      attributes: { device: { levels: ["phone", "desk", "other"] }, age: { range: [0, 100], bands: 2 } },
    },
  },
  { ...usual, name: "only successes", answers: "successes", rewardWindowSeconds: 0.3, tickSeconds: 0.05 },
]

/**
 * The answer of a person, and how many turns later; null: nothing, ever. Some answers come after
 * their window.
 */
export function lateAnswer(
  { answers }: LateExperiment,
  turn: number,
): { readonly value: number; readonly turns: number } | null {
  const value = turn % 2
  if (turn % 5 === 0 || (answers === "successes" && value === 0)) return null
  return { value, turns: [0, 1, 3, 20][(turn % 5) - 1] as number }
}

/** The context of the person of a turn. */
export const lateContext = ({ context }: Partial<ExperimentRequest>, turn: number) =>
  context === undefined ? {} : { context: { device: ["phone", "desk", "fridge"][turn % 3] as string, age: turn % 100 } }

/** The same value for the reward and every metric. */
export const lateOutcome = ({ metrics = [] }: Pick<ExperimentRequest, "metrics">, value: number) =>
  metrics.length === 0 ? { value } : { value, metrics: Object.fromEntries(metrics.map(({ name }) => [name, value])) }

/**
 * Waits until every window of these experiments is over and dealt with, for ten seconds at most;
 * says which are not.
 */
export async function untilWindowsClose(
  ids: readonly string[],
  read: (path: string) => Promise<unknown>,
): Promise<string[]> {
  const open = new Set(ids)
  for (let waited = 0; open.size > 0 && waited < 400; waited++) {
    for (const id of open) {
      const results = (await read(`/v1/experiments/${id}/results`)) as Results | null
      if (results?.segments?.every(({ outstanding }) => outstanding === 0) === true) open.delete(id)
    }
    await sleep(25)
  }
  return [...open].map((id) => `windows of ${id} are still open`)
}

interface Results {
  readonly segments?: readonly { readonly outstanding: number }[]
}

export interface Joined {
  /** Decisions whose answers joined, and those that nobody answered in time. */
  readonly answered: number
  readonly silent: number
  readonly problems: readonly string[]
}

/**
 * Once every window is over: each decision that is learned from joined once, with its answer or as
 * silence, and in its place.
 */
export async function examineJoining(
  store: Pick<Store, "rowsAfter">,
  id: string,
  experiment: LateExperiment,
): Promise<Joined> {
  const rows = await readRows(store, id)
  const { rewards, observations, copiedAt } = rows
  const problems: string[] = []
  const joinsInOrder =
    experiment.arrivals === "private" ||
    experiment.answers === "successes" ||
    experiment.ripeSeconds === experiment.rewardWindowSeconds
  let last = 0
  let [answered, silent] = [0, 0]
  for (const { id: decisionId, sequence, pull } of rows.decisions) {
    const tell = (problem: string) => problems.push(`${experiment.name}: ${decisionId} ${problem}`)
    const all = observations.get(sequence) ?? []
    const [one] = all
    if (all.length > 1) tell(`joined ${all.length} times`)
    if (sequence < copiedAt || pull === null) {
      if (one !== undefined && (pull === null || one.sequence > copiedAt)) tell("joined and must not")
      continue
    }
    if (one === undefined) {
      tell("neither joined nor ended")
      continue
    }
    const given = rewards.get(sequence)
    if ((given !== undefined) !== (one.source === "caller") || (given?.steps ?? 0) !== one.steps)
      tell(`joined as ${one.source}, and its answer is ${given === undefined ? "missing" : "there"}`)
    if (given === undefined) silent += 1
    else answered += 1
    if (joinsInOrder && one.sequence < last) tell("joined out of its order")
    last = Math.max(last, one.sequence)
  }
  return { answered, silent, problems: [...problems, ...examineMetrics(rows, experiment)] }
}

type Rows = Awaited<ReturnType<typeof readRows>>

async function readRows(store: Pick<Store, "rowsAfter">, id: string) {
  const discards = await allRows(store, "discards", id)
  return {
    decisions: await allRows(store, "decisions", id),
    rewards: new Map((await allRows(store, "rewards", id)).map((row) => [row.decision, row])),
    observations: byDecision(await allRows(store, "observations", id)),
    metricValues: byDecision(await allRows(store, "metricValues", id)),
    metricObservations: byDecision(await allRows(store, "metricObservations", id)),
    /** A restored copy lets nothing join of decisions that are older than itself. */
    copiedAt: discards.at(-1)?.sequence ?? 0,
  }
}

/** The same of every metric. */
function examineMetrics(rows: Rows, { name: experiment, metrics = [] }: LateExperiment): string[] {
  const problems: string[] = []
  for (const { id, sequence, at, pull } of rows.decisions)
    for (const [metric, { name, windowSeconds }] of metrics.entries()) {
      const tell = (problem: string) => problems.push(`${experiment}: ${name} of ${id} ${problem}`)
      const value = rows.metricValues.get(sequence)?.find((row) => row.metric === metric)
      const all = rows.metricObservations.get(sequence)?.filter((row) => row.metric === metric) ?? []
      if (pull === null || sequence < rows.copiedAt) {
        if (all.some((row) => pull === null || row.sequence > rows.copiedAt)) tell("joined and must not")
        continue
      }
      if (all.length !== 1) tell(`joined ${all.length} times`)
      if ((value !== undefined) !== (all[0]?.source === "caller")) tell(`joined as ${all[0]?.source}`)
      // It was sent together with the reward.
      const given = rows.rewards.get(sequence)
      if (given !== undefined && given.at < at + 1000 * windowSeconds && value === undefined) tell("is lost")
    }
  return problems
}

function byDecision<Row extends { readonly decision: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) found.set(row.decision, [...(found.get(row.decision) ?? []), row])
  return found
}

async function allRows<Name extends TableName>(
  store: Pick<Store, "rowsAfter">,
  table: Name,
  id: string,
): Promise<TableRows[Name][]> {
  const rows: TableRows[Name][] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await store.rowsAfter(table, id, last === undefined ? 0 : getPlace(table, last), 1000)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}
