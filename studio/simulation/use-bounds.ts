// The proved lower bound for exactly this many people, at several levels of privacy. It exists for answers of yes or no
// only, and not if an option always works, because nothing could be better than that one.

import type { Settings } from "../explorer/settings.ts"
import { frontierEtas } from "./frontier-etas.ts"
import { useSimulation } from "./use-simulation.ts"
import { workers } from "./workers.ts"

export interface ProvedBound {
  readonly eta: number
  readonly value: number
  readonly condition: string
}

/** The ends first, then ever finer, so that a partial list already spans the axis. */
const coarse = [8, 1, 0.1, 0.4, 2.5]
const etas = [...coarse, ...frontierEtas.filter((eta) => !coarse.includes(eta)), 0.14, 0.28, 0.53, 0.84]

export interface ProvedBounds {
  /** Empty where nothing is proved or known yet; grows while more is computed. */
  readonly bounds: readonly ProvedBound[]
  readonly isDone: boolean
}

export function useBounds({ means, rewards, horizon, late }: Settings, mayBegin: boolean): ProvedBounds {
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
