// The three ways to use groups at other levels of privacy and with other numbers of people. It
// begins when the main comparisons are done, because both need the same cores.

import type { ComparisonSpec, SimulationResult } from "@armistice/lab"
import { runComparison } from "../simulation/run-comparison.ts"
import { useSimulation } from "../simulation/use-simulation.ts"
import { type GroupSettings, groupSpec, mostGroupPeople } from "./groups.ts"
import { type ExplorerSettings, limits } from "./settings.ts"

export interface GroupSweep {
  readonly etas: readonly number[]
  readonly byEta: readonly { readonly eta: number; readonly results: readonly SimulationResult[] }[]
  readonly byPeople: readonly {
    readonly law: string
    readonly horizon: number
    readonly results: readonly SimulationResult[]
  }[]
  /** Runs at each level of privacy; 0 until the first is known. */
  readonly runs: number
  readonly isDone: boolean
}

const etas = [0.25, 1, 3]
/** The pause after the main comparisons. */
const delayMs = 300
const runTimeoutMs = 8000
/** People over all runs of one way: later runs are left out where there are many people. */
const simulatedPeople = 2e5

const chooseRuns = (horizon: number): number => Math.max(4, Math.min(20, Math.round(simulatedPeople / horizon)))

interface Task {
  readonly spec: Omit<ComparisonSpec, "runs">
  readonly place: { readonly eta: number } | { readonly law: string; readonly horizon: number }
}

type SimulatedGroups = ExplorerSettings & { readonly groups: GroupSettings }

/** `laws`: the world in question, then the one whose groups are alike. */
export function useGroupSweep(settings: SimulatedGroups, laws: readonly string[], mayBegin: boolean): GroupSweep {
  const { groups, horizon, target, seed } = settings
  const [law = ""] = laws
  const tasks: Task[] = [
    ...etas.map((eta): Task => ({ spec: groupSpec({ ...settings, target: { eta } }, law), place: { eta } })),
    ...laws.flatMap((one) =>
      listOtherHorizons(horizon).map(
        (other): Task => ({
          spec: groupSpec({ ...settings, horizon: other }, one),
          place: { law: one, horizon: other },
        }),
      ),
    ),
  ]
  const key = JSON.stringify([groups, horizon, target, seed, laws])
  const { value, isCurrent, isDone } = useSimulation<readonly Found[]>(key, mayBegin, [], (report) => {
    let stop = () => {}
    const found: Found[] = []
    const next = (place: number) => {
      const task = tasks[place]
      if (task === undefined) return report([...found], true)
      const results: SimulationResult[] = []
      stop = runComparison(
        { spec: task.spec, stages: [chooseRuns(task.spec.horizon)], budgetMs: Number.POSITIVE_INFINITY, runTimeoutMs },
        (event) => {
          if (event.kind === "result") results.push(event.result)
          if (event.kind !== "done" && event.kind !== "failed") return
          found.push({ ...task, results })
          report([...found], place === tasks.length - 1)
          if (place < tasks.length - 1) next(place + 1)
        },
      )
    }
    const timer = setTimeout(() => next(0), delayMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  const current = isCurrent ? value : []
  return {
    etas,
    byEta: current.flatMap(({ place, results }) => ("eta" in place ? [{ eta: place.eta, results }] : [])),
    byPeople: current.flatMap(({ place, results }) => ("law" in place ? [{ ...place, results }] : [])),
    runs: current.length === 0 ? 0 : chooseRuns(horizon),
    isDone,
  }
}

interface Found extends Task {
  readonly results: readonly SimulationResult[]
}

/** A tenth and ten times as many, where that can be simulated. */
export const listOtherHorizons = (horizon: number): number[] =>
  [horizon / 10, 10 * horizon].filter((other) => other >= limits.horizon[0] && other <= mostGroupPeople)
