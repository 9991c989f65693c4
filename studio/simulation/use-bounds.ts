// The proved lower bound for exactly this many people, at several levels of privacy. It exists only
// for yes/no answers, and only if no option always works: the proof needs room for a better option.

import type { ExplorerSettings } from "../explorer/settings.ts"
import { frontierEtas } from "./frontier-etas.ts"
import { useSimulation } from "./use-simulation.ts"
import { workers } from "./workers.ts"

export interface ProvedBound {
  readonly eta: number
  readonly value: number
  readonly condition: string
}

/** A coarse grid comes first, so that a partial list already spans the axis. */
const coarse = [8, 1, 0.1, 0.4, 2.5]
const etas = [...coarse, ...frontierEtas.filter((eta) => !coarse.includes(eta)), 0.14, 0.28, 0.53, 0.84]

export interface ProvedBounds {
  /** Grows while bounds are computed; stays empty if none can be proved. */
  readonly bounds: readonly ProvedBound[]
  readonly isDone: boolean
}

export function useBounds({ means, rewards, horizon, late }: ExplorerSettings, mayBegin: boolean): ProvedBounds {
  const isPossible = rewards === "bernoulli" && Math.max(...means) < 1 && late === null
  const key = JSON.stringify([means, rewards, horizon])
  const { value, isCurrent, isDone } = useSimulation<readonly ProvedBound[]>(
    key,
    mayBegin && isPossible,
    [],
    (report) => {
      const worker = workers.take()
      const computeAll = async () => {
        const bounds: ProvedBound[] = []
        for (const eta of etas) {
          const bound = await worker.run("worstOfNeighbours", { means, horizon, eta })
          if (bound === undefined || bound === null) break
          bounds.push({ eta, value: bound.value, condition: bound.condition })
          report([...bounds], false)
        }
        report(bounds, true)
      }
      computeAll()
        .catch(() => report([], true))
        .finally(() => worker.release())
      return () => worker.release()
    },
  )
  return { bounds: isPossible && isCurrent ? value : [], isDone: isDone || !isPossible }
}
