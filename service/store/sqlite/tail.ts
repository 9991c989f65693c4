// The newest rows of the journal, before they go into the tables (settling.ts): each transaction writes them as one row at the end of one
// small table, so that a commit touches few pages however many experiments it is about. Here they are found in memory.

import type { DecisionRow, ObservationRow, RewardRow } from "../store.ts"
import {
  decisionColumns,
  decisionValues,
  type JournalRows,
  observationColumns,
  observationValues,
  rewardColumns,
  rewardValues,
} from "./journal-rows.ts"

export const kinds = ["decisions", "rewards", "observations"] as const
export type Kind = (typeof kinds)[number]

interface Rows {
  readonly decisions: DecisionRow[]
  readonly byId: Map<string, DecisionRow>
  /** By subject: the decision that is learned from, or the last of them. */
  readonly learned: Map<string, DecisionRow>
  readonly rewards: Map<number, RewardRow>
  readonly observations: ObservationRow[]
  readonly observed: Set<number>
}

export class Tail {
  readonly #experiments = new Map<string, Rows>()
  size = 0

  add({ decisions, rewards, observations }: JournalRows): void {
    for (const row of decisions) {
      const rows = this.#of(row.experiment)
      rows.decisions.push(row)
      rows.byId.set(row.id, row)
      if (row.pull !== null && row.subject !== null) rows.learned.set(row.subject, row)
    }
    for (const row of rewards) this.#of(row.experiment).rewards.set(row.decision, row)
    for (const row of observations) {
      const rows = this.#of(row.experiment)
      rows.observations.push(row)
      rows.observed.add(row.decision)
    }
    this.size += decisions.length + rewards.length + observations.length
  }

  clear(): void {
    this.#experiments.clear()
    this.size = 0
  }

  latestTime(): number {
    let latest = 0
    for (const { decisions } of this.#experiments.values()) latest = Math.max(latest, decisions.at(-1)?.at ?? 0)
    return latest
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    return this.#experiments.get(experiment)?.byId.get(id)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    return this.#experiments.get(experiment)?.learned.get(subject)
  }

  decisionAt(experiment: string, sequence: number): DecisionRow | undefined {
    const rows = this.decisionsOf(experiment)
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] as DecisionRow).sequence < sequence) low = middle + 1
      else high = middle
    }
    return rows[low]?.sequence === sequence ? rows[low] : undefined
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.#experiments.get(experiment)?.rewards.get(decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    return this.#experiments.get(experiment)?.observed.has(decision) === true
  }

  decisionsOf(experiment: string): readonly DecisionRow[] {
    return this.#experiments.get(experiment)?.decisions ?? []
  }

  observationsOf(experiment: string): readonly ObservationRow[] {
    return this.#experiments.get(experiment)?.observations ?? []
  }

  rewardsOf(experiment: string): readonly RewardRow[] {
    return [...(this.#experiments.get(experiment)?.rewards.values() ?? [])]
  }

  /** Everything, experiment by experiment: neighbours in the tables come one after the other. */
  rows(): JournalRows {
    const all = [...this.#experiments.values()]
    return {
      decisions: all.flatMap((rows) => rows.decisions),
      rewards: all.flatMap((rows) => [...rows.rewards.values()]),
      observations: all.flatMap((rows) => rows.observations),
    }
  }

  experiments(): Iterable<string> {
    return this.#experiments.keys()
  }

  count(experiment: string, kind: Kind): number {
    const rows = this.#experiments.get(experiment)
    if (rows === undefined) return 0
    return kind === "rewards" ? rows.rewards.size : rows[kind].length
  }

  /** The oldest rows of a kind, which are in order of their arrival here. */
  copyFirst(experiment: string, kind: Kind, count: number, to: JournalRows): void {
    const rows = this.#of(experiment)
    if (kind === "decisions") to.decisions.push(...rows.decisions.slice(0, count))
    else if (kind === "observations") to.observations.push(...rows.observations.slice(0, count))
    else {
      const rewards = rows.rewards.values()
      for (let taken = 0; taken < count; taken++) to.rewards.push(rewards.next().value as RewardRow)
    }
  }

  dropFirst(experiment: string, kind: Kind, count: number): void {
    const rows = this.#of(experiment)
    if (kind === "decisions")
      for (const row of rows.decisions.splice(0, count)) {
        rows.byId.delete(row.id)
        if (row.subject !== null && rows.learned.get(row.subject) === row) rows.learned.delete(row.subject)
      }
    else if (kind === "observations")
      for (const { decision } of rows.observations.splice(0, count)) rows.observed.delete(decision)
    else {
      const decisions = rows.rewards.keys()
      for (let taken = 0; taken < count; taken++) rows.rewards.delete(decisions.next().value as number)
    }
    this.size -= count
  }

  #of(experiment: string): Rows {
    const known = this.#experiments.get(experiment)
    if (known !== undefined) return known
    const rows: Rows = {
      decisions: [],
      byId: new Map(),
      learned: new Map(),
      rewards: new Map(),
      observations: [],
      observed: new Set(),
    }
    this.#experiments.set(experiment, rows)
    return rows
  }
}

/** The rows of one transaction as text: values without names, which would be most of it. */
export function tailText({ decisions, rewards, observations }: JournalRows): string {
  return JSON.stringify([decisions.map(decisionValues), rewards.map(rewardValues), observations.map(observationValues)])
}

type Fields = readonly (string | number | null)[]

export function tailRows(text: string): JournalRows {
  const [decisions, rewards, observations] = JSON.parse(text) as [Fields[], Fields[], Fields[]]
  return {
    decisions: decisions.map((fields) => named<DecisionRow>(decisionColumns, fields)),
    rewards: rewards.map((fields) => named<RewardRow>(rewardColumns, fields)),
    observations: observations.map((fields) => named<ObservationRow>(observationColumns, fields)),
  }
}

const named = <Row>(names: readonly string[], fields: Fields): Row =>
  Object.fromEntries(names.map((name, index) => [name, fields[index]])) as Row
