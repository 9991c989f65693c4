// Regret over a grid of privacy targets, simulated when the main picture is done, because both want the same cores: one
// comparison for each target, a few runs first.

import type { SimulationResult } from "@armistice/lab"
import { useEffect, useState } from "preact/hooks"
import { comparisonSpec } from "../explorer/comparison-spec.ts"
import type { Settings } from "../explorer/settings.ts"
import { isSlowest, isTooLong } from "./cost.ts"
import { followOrder } from "./follow-order.ts"
import { frontierEtas } from "./frontier-etas.ts"

export interface Frontier {
  readonly results: readonly SimulationResult[]
  readonly runs: number
  readonly isDone: boolean
}

/** So long after the main picture. */
const restMs = 300
const stages = [2, 10]
/** How long one run may take before its algorithm is left out. */
const patienceMs = 1500

export function useFrontier(settings: Settings, mayBegin: boolean): Frontier {
  const [frontier, setFrontier] = useState<Frontier>({ results: [], runs: 0, isDone: false })
  const { means, rewards, horizon, algorithms, seed } = settings
  const order = JSON.stringify([means, rewards, horizon, algorithms, seed])
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const chosen = algorithms.filter((name) => !isSlowest(name) && !isTooLong(name, horizon))
    const stuck = new Set<string>()
    const playable = () => chosen.filter((name) => !stuck.has(name))
    const play = (eta: number, runs: number): Promise<SimulationResult[]> =>
      new Promise((resolve) => {
        const results: SimulationResult[] = []
        stop = followOrder(
          {
            spec: comparisonSpec(settings, playable(), eta),
            stages: [runs],
            budgetMs: Number.POSITIVE_INFINITY,
            patienceMs,
          },
          (answer) => {
            if (answer.kind === "stuck") stuck.add(answer.algorithm)
            if (answer.kind === "result") results.push(answer.result)
            if (answer.kind === "done" || answer.kind === "failed") resolve(results)
          },
        )
      })
    const playAll = async () => {
      for (const runs of stages) {
        const found: SimulationResult[] = []
        for (const eta of playable().length === 0 ? [] : frontierEtas) {
          found.push(...(await play(eta, runs)))
          if (isOver) return
        }
        setFrontier({
          results: found.filter(({ algorithm }) => !stuck.has(algorithm)),
          runs,
          isDone: runs === stages.at(-1),
        })
      }
    }
    setFrontier((now) => ({ ...now, isDone: chosen.length === 0 }))
    const timer = setTimeout(() => void (mayBegin && chosen.length > 0 && playAll()), restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [order, mayBegin])
  return frontier
}
