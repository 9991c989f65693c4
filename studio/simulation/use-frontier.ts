// Regret over a grid of privacy targets, simulated after the main picture: one comparison for each target, a few runs first.

import type { SimulationResult } from "@armistice/lab"
import { useEffect, useRef, useState } from "preact/hooks"
import { comparisonSpec } from "../explorer/comparison-spec.ts"
import type { Settings } from "../explorer/settings.ts"
import { isTooLong } from "./cost.ts"
import { frontierEtas } from "./frontier-etas.ts"
import { Lane } from "./lane.ts"

export interface Frontier {
  readonly results: readonly SimulationResult[]
  readonly runs: number
  readonly isDone: boolean
}

/** Settings must rest this long before the grid is begun. */
const restMs = 400
const stages = [2, 10]
/** These would keep the others waiting. */
const left = new Set(["m-ts-gaussian", "dp-ucb", "lazy-dp-ts"])

export function useFrontier(settings: Settings): Frontier {
  const lane = useRef<Lane>(null)
  const [frontier, setFrontier] = useState<Frontier>({ results: [], runs: 0, isDone: false })
  const { means, horizon, algorithms, seed } = settings
  const order = JSON.stringify([means, horizon, algorithms, seed])
  useEffect(() => {
    lane.current = new Lane()
    return () => lane.current?.close()
  }, [])
  useEffect(() => {
    let isOver = false
    const chosen = algorithms.filter((name) => !left.has(name) && !isTooLong(name, horizon))
    const play = (eta: number, runs: number): Promise<SimulationResult[]> =>
      new Promise((resolve) => {
        const results: SimulationResult[] = []
        lane.current?.follow(
          { spec: comparisonSpec(settings, chosen, eta), stages: [runs], budgetMs: Number.POSITIVE_INFINITY },
          (answer) => {
            if (answer.kind === "result") results.push(answer.result)
            if (answer.kind === "done" || answer.kind === "failed") resolve(results)
          },
        )
      })
    const playAll = async () => {
      for (const runs of stages) {
        const found: SimulationResult[] = []
        for (const eta of frontierEtas) {
          found.push(...(await play(eta, runs)))
          if (isOver) return
        }
        setFrontier({ results: found, runs, isDone: runs === stages.at(-1) })
      }
    }
    setFrontier((now) => ({ ...now, isDone: chosen.length === 0 }))
    const timer = setTimeout(() => void (chosen.length > 0 && playAll()), restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [order])
  return frontier
}
