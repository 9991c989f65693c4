// What the same method loses on the same options without privacy, or where everyone answers at once, with as many runs as a second or two
// give. Without privacy is η = 1000, at which the noise is so small that it changes nothing.

import type { SimulationResult } from "@armistice/lab"
import { useEffect, useState } from "preact/hooks"
import { comparisonSpec } from "../explorer/comparison-spec.ts"
import type { Settings } from "../explorer/settings.ts"
import { followOrder } from "./follow-order.ts"

const noPrivacy = { eta: 1000 }

export interface Baseline {
  /** Null until it is known for these settings, and where one run takes too long. */
  readonly result: SimulationResult | null
  readonly isDone: boolean
}

const budgetMs = 1500
const patienceMs = 2000

const nothing: Baseline = { result: null, isDone: false }

/** Begun when the main figures are done: while one drags, these want the cores. */
export function useBaseline(settings: Settings, algorithm: string, mayBegin: boolean): Baseline {
  return useVariant({ ...settings, target: noPrivacy }, algorithm, mayBegin)
}

/** What the same method loses where everyone answers at once; nothing where that is what is set. */
export function useAtOnce(settings: Settings, algorithm: string, mayBegin: boolean): Baseline {
  return useVariant({ ...settings, late: null }, algorithm, mayBegin && settings.late !== null)
}

function useVariant(settings: Settings, algorithm: string, mayBegin: boolean): Baseline {
  const { means, rewards, horizon, target, seed, runs, late } = settings
  const [found, setFound] = useState<Baseline & { readonly order: string }>({ ...nothing, order: "" })
  const order = JSON.stringify([algorithm, means, rewards, horizon, target, seed, runs, late])
  const isKnown = found.order === order && found.isDone
  useEffect(() => {
    if (!mayBegin || isKnown) return
    return followOrder(
      {
        spec: comparisonSpec(settings, [algorithm]),
        stages: runs === null ? [4, 20, 100, 400, 2000] : [runs],
        budgetMs: runs === null ? budgetMs : Number.POSITIVE_INFINITY,
        patienceMs,
      },
      (answer) => {
        if (answer.kind === "result") setFound({ order, result: answer.result, isDone: false })
        if (answer.kind === "done" || answer.kind === "failed")
          setFound((now) => ({ ...(now.order === order ? now : nothing), order, isDone: true }))
      },
    )
  }, [order, mayBegin, isKnown])
  return found.order === order ? found : nothing
}
