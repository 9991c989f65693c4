// The newest rows of the journal, before they go into the tables: each transaction writes them as one row at the end of one small table,
// so that a commit touches few pages however many experiments it is about. Here they are found in memory.

import {
  decisionColumns,
  decisionValues,
  type JournalRows,
  observationColumns,
  observationValues,
  rewardColumns,
  rewardValues,
} from "./journal-rows.ts"
import type { DecisionRow, ObservationRow, RewardRow } from "./store.ts"

interface Rows {
  readonly decisions: DecisionRow[]
  readonly byId: Map<string, DecisionRow>
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

  decisionAt(experiment: string, sequence: number): DecisionRow | undefined {
    return this.#experiments.get(experiment)?.decisions.find((row) => row.sequence === sequence)
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

  #of(experiment: string): Rows {
    const known = this.#experiments.get(experiment)
    if (known !== undefined) return known
    const rows: Rows = { decisions: [], byId: new Map(), rewards: new Map(), observations: [], observed: new Set() }
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
