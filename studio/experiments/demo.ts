// The demo: an experiment, and simulated people who come in small groups while this tab is open.
// The service treats them like anyone else.

import { seededRandom } from "@armistice/core"
import { connect, describeError } from "./connection.ts"
import { demoExperiment, demoTruth } from "./demo-experiment.ts"

const storageName = "armistice-demos"
const mostKept = 50
const groupSize = 25
const pauseMs = 200

export async function startDemo(): Promise<string> {
  const { id } = await connect().createExperiment(demoExperiment)
  localStorage.setItem(storageName, JSON.stringify([...demos(), id].slice(-mostKept)))
  startVisitors(id)
  return id
}

/** Kept in the browser's storage, so that other tabs recognise a demo too. */
const demos = (): string[] => JSON.parse(localStorage.getItem(storageName) ?? "[]") as string[]

/** Whether this browser created it, and may send people into it. */
export const isDemo = (id: string): boolean => demos().includes(id)

const withVisitors = new Set<string>()
const refusals = new Map<string, string>()
const listeners = new Set<() => void>()

/** Why people stopped coming, if the service refused them. */
export const findRefusal = (id: string): string | null => refusals.get(id) ?? null

export const hasVisitors = (id: string): boolean => withVisitors.has(id)

export function onDemoChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function stopVisitors(id: string): void {
  withVisitors.delete(id)
  for (const listener of listeners) listener()
}

export function startVisitors(id: string): void {
  if (withVisitors.has(id)) return
  withVisitors.add(id)
  refusals.delete(id)
  for (const listener of listeners) listener()
  void sendVisitors(id)
}

async function sendVisitors(id: string): Promise<void> {
  const random = seededRandom(Date.now() % 2 ** 31)
  const experiment = connect(0).experiment(id)
  while (withVisitors.has(id)) {
    try {
      const asked = Array.from({ length: groupSize }, () => ({ subject: `person-${random.integer(2 ** 31)}` }))
      const { results } = await experiment.decideMany(asked)
      const rewards = results.flatMap(({ decisionId, arm }) =>
        decisionId === undefined || arm === undefined
          ? []
          : [{ decisionId, value: random.uniform() < (demoTruth[arm] ?? 0) ? 1 : 0 }],
      )
      // Nobody is served while it is paused or after it ended.
      if (rewards.length === 0) return stopVisitors(id)
      await experiment.rewards(rewards)
    } catch (error) {
      const { kind, message } = describeError(error)
      if (kind !== "disconnected") {
        refusals.set(id, message)
        return stopVisitors(id)
      }
      // The service does not answer: wait and go on.
      await sleep(1000)
    }
    await sleep(pauseMs)
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
