// The simulating worker: plays a comparison in stages of growing numbers of runs and tells every result at once. A new order
// takes the place of the one before it between two chunks of runs.

import { planComparison, simulate } from "@armistice/lab"
import { byCost } from "./cost.ts"
import type { Answer, Order } from "./messages.ts"

interface Scope {
  /** Null: stop. */
  onmessage: ((event: { readonly data: Order | null }) => void) | null
  postMessage(message: Answer): void
}

const scope = globalThis as unknown as Scope
const say = (answer: Answer) => scope.postMessage(answer)
let current = new AbortController()

scope.onmessage = ({ data }) => {
  current.abort()
  current = new AbortController()
  if (data !== null) void follow(data, current.signal)
  else say({ kind: "stopped", id: -1 })
}

async function follow({ id, spec, stages, budgetMs }: Order, signal: AbortSignal): Promise<void> {
  const start = performance.now()
  try {
    const { eta, simulations, unable } = planComparison({ ...spec, runs: 1 })
    say({ kind: "planned", id, eta, unable })
    const runMs = new Map<string, number>()
    const left = () => budgetMs - (performance.now() - start)
    for (const runs of stages) {
      for (const simulation of [...simulations].sort(byCost)) {
        const expected = (runMs.get(simulation.algorithm) ?? 0) * runs
        // A slow algorithm keeps the runs it has rather than hold up the others.
        if (expected > Math.max(left(), 0) + budgetMs / 2) continue
        await newsComesIn()
        if (signal.aborted) return
        const begun = performance.now()
        const { algorithm } = simulation
        const onProgress = () => say({ kind: "playing", id, algorithm })
        onProgress()
        const result = await simulate({ ...simulation, runs }, { jobs: 0, signal, onProgress })
        if (signal.aborted) return
        runMs.set(simulation.algorithm, (performance.now() - begun) / runs)
        say({ kind: "result", id, stage: runs, result })
      }
      say({ kind: "stage", id, runs })
      if (left() < 0) break
    }
    say({ kind: "done", id })
  } catch (error) {
    if (!signal.aborted) say({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) })
  }
}

const ownLine = new MessageChannel()

/** Lets the page's messages in. A message to oneself, because timers are held back for milliseconds. */
function newsComesIn(): Promise<void> {
  return new Promise((resolve) => {
    ownLine.port1.onmessage = () => resolve()
    ownLine.port2.postMessage(null)
  })
}
