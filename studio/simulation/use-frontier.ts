// Regret over a grid of privacy targets, simulated when the main picture is done, because both want the same cores: one
// comparison for each target, a few runs first. What is played once for these settings is not played again.

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
  /** Whether it is of these settings. */
  readonly isCurrent: boolean
}

interface Played extends Omit<Frontier, "isCurrent"> {
  readonly order: string
}

/** So long after the main picture. */
const restMs = 300
const stages = [2, 10, 40, 200, 1000]
/** Where a number of runs is asked for, as many of each point, up to this: there are nine for each algorithm. */
const mostAsked = 200
/** How long one run may take before its algorithm is left out. */
const patienceMs = 1500
/** A stage that would take longer is not begun; with so few runs that curves zigzag by chance, more patience is worth it. */
const budgetMs = { fewRuns: 20_000, enoughRuns: 6000 }
const enoughRuns = 40

export function useFrontier(settings: Settings, mayBegin: boolean): Frontier {
  const [played, setPlayed] = useState<Played>({ order: "", results: [], runs: 0, isDone: false })
  const { means, rewards, horizon, algorithms, seed, late } = settings
  const asked = settings.runs === null ? null : Math.min(settings.runs, mostAsked)
  const order = JSON.stringify([means, rewards, horizon, algorithms, seed, asked, late])
  const isWanted = mayBegin && !(played.order === order && played.isDone)
  useEffect(() => {
    if (!isWanted) return
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
      const all = asked === null ? stages : [asked]
      for (const [place, runs] of all.entries()) {
        const begun = performance.now()
        const found: SimulationResult[] = []
        for (const eta of playable().length === 0 ? [] : frontierEtas) {
          found.push(...(await play(eta, runs)))
          if (isOver) return
        }
        const next = all[place + 1]
        const limit = runs < enoughRuns ? budgetMs.fewRuns : budgetMs.enoughRuns
        const isDone = next === undefined || ((performance.now() - begun) * next) / runs > limit
        setPlayed({ order, runs, isDone, results: found.filter(({ algorithm }) => !stuck.has(algorithm)) })
        if (isDone) return
      }
    }
    const timer = setTimeout(() => void playAll(), restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [order, isWanted])
  return { ...played, isCurrent: played.order === order }
}
