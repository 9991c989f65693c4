// The lower bound that is proved for exactly this many people, at some levels of privacy. The proof is for answers of yes or no, so there is
// none for others; and none where some option always works, because nothing could be better than that one.

import { useEffect, useState } from "preact/hooks"
import type { Settings } from "../explorer/settings.ts"
import { frontierEtas } from "./frontier-etas.ts"
import { workers } from "./workers.ts"

export interface ProvedAt {
  readonly eta: number
  readonly value: number
  readonly condition: string
}

const impossible: Bounds = { points: [], isDone: true }
const pending: Bounds = { points: [], isDone: false }

/** The ends first, then ever finer: whatever is there is a bound. */
const etas: readonly number[] = [
  ...[8, 1, 0.1, 0.4, 2.5],
  ...frontierEtas.filter((eta) => ![8, 1, 0.1, 0.4, 2.5].includes(eta)),
  ...[0.14, 0.28, 0.53, 0.84],
]

export interface Bounds {
  /** Grows while more is computed; empty where nothing is proved or known yet. */
  readonly points: readonly ProvedAt[]
  /** Nothing more will come. */
  readonly isDone: boolean
}

export function useBounds({ means, rewards, horizon, late }: Settings, mayBegin: boolean): Bounds {
  const [found, setFound] = useState<Bounds & { readonly order: string }>({ order: "", points: [], isDone: false })
  const order = JSON.stringify([means, rewards, horizon])
  const isPossible = rewards === "bernoulli" && Math.max(...means) < 1 && late === null
  const isComplete = found.order === order && found.isDone
  useEffect(() => {
    if (!mayBegin || !isPossible || isComplete) return
    let isOver = false
    const worker = workers.take()
    const computeAll = async () => {
      const points: ProvedAt[] = []
      for (const eta of etas) {
        const bound = await worker.run("worstOfNeighbours", { means, horizon, eta })
        if (isOver || bound === undefined || bound === null) break
        points.push({ eta, value: bound.value, condition: bound.condition })
        setFound({ order, points: [...points], isDone: false })
      }
      if (!isOver) setFound({ order, points, isDone: true })
      worker.release()
    }
    computeAll().catch(() => {
      if (!isOver) setFound({ order, points: [], isDone: true })
      worker.release()
    })
    return () => {
      isOver = true
      worker.release()
    }
  }, [order, mayBegin, isPossible, isComplete])
  return !isPossible ? impossible : found.order === order ? found : pending
}
