// Load on replicas that must come out right: every decision asked for at two of them, rewards at a
// third, in some experiments late or never; then everything is looked for in the store and the
// ledger is verified.

import { setTimeout as sleep } from "node:timers/promises"
import type { ExperimentRequest } from "../experiment-request.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { examineJoining, lateAnswer, lateContext, lateExperiments, lateOutcome } from "./late-experiments.ts"
import type { Replica } from "./test-replica.ts"

export interface LoadReport {
  readonly decisions: number
  readonly releases: number
  /**
   * Experiments with late and silent people: decisions whose answers joined, and decisions that
   * nobody answered in time.
   */
  readonly answered: number
  readonly silent: number
  readonly problems: string[]
}

const algorithm = { name: "dp-imed", epsilon: 1, firstBatch: 4, batchRatio: 20 }
const promptExperiments = [
  { name: "hot", arms: ["a", "b"], horizon: 1e6, answers: "all" as const, missing: "ignore" as const, algorithm },
  { name: "capped", arms: ["a", "b"], horizon: 1e6, answers: "all" as const, privacy: { eta: 1 }, subjectCap: 3 },
]

/** The time of a turn of a late answer here. */
const turnMs = 20

/** `direct`: the address at which the store is verified. */
export async function replicaLoad(replicas: readonly Replica[], direct: string, rounds: number): Promise<LoadReport> {
  const [first] = replicas as [Replica]
  const of = (which: number) => replicas[which % replicas.length] as Replica
  const problems: string[] = []
  let decisions = 0
  let [answered, silent] = [0, 0]
  /** Everyone comes in every round; `answer` is what they do then. */
  const come = async (
    id: string,
    answer: (decisionId: string, at: number) => Promise<unknown>,
    request: ExperimentRequest,
  ): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const asked = Array.from({ length: 40 }, async (_, at) => {
        const decision = { decisionId: `d${round}-${at}`, subject: `s${at % 10}`, ...lateContext(request, at) }
        const [one, other] = await Promise.all([
          of(at).decide(id, decision, "local"),
          of(at + 1).decide(id, decision, "local"),
        ])
        if (one.arm !== other.arm) problems.push(`${decision.decisionId} has two arms`)
        if (one.isNew === other.isNew) problems.push(`${decision.decisionId} is new twice or never`)
        await answer(decision.decisionId, at)
      })
      await Promise.all(asked)
      await of(round).closeWindows()
    }
    const rows = (await first.store.rowsAfter("decisions", id, 0, 1e6)).filter((row) => row.key !== "")
    decisions += rows.length
    if (rows.length !== rounds * 40) problems.push(`${rounds * 40} decisions must be kept, got ${rows.length}`)
  }
  const create = async (request: ExperimentRequest) => (await first.createExperiment(request)).live.experiment.id
  for (const request of promptExperiments) {
    const id = await create(request)
    await come(id, (decisionId, at) => of(at + 2).reward(id, decisionId, at % 2, "local"), request)
    await of(1).changeStatus(id, "pause")
  }
  const late = lateExperiments.map(async (request) => {
    const id = await create(request)
    const answer = async (decisionId: string, at: number) => {
      const given = lateAnswer(request, at)
      if (given === null) return
      await sleep(given.turns * turnMs)
      const sent = of(at + 2).reward(id, decisionId, lateOutcome(request, given.value), "local")
      await sent.catch((error: { readonly code?: string }) => {
        if (error.code !== "reward_window_over") throw error
      })
    }
    await come(id, answer, request)
    // All replicas at once: whichever is first does the work, and no other does it again.
    await sleep(1000 * request.rewardWindowSeconds + 100)
    await Promise.all(replicas.map((replica) => replica.closeWindows()))
    const joined = await examineJoining(first.store, id, request)
    answered += joined.answered
    silent += joined.silent
    problems.push(...joined.problems)
  })
  await Promise.all(late)
  const verdicts = await verifyPostgres(direct)
  for (const { problem } of verdicts) if (problem !== null) problems.push(problem)
  const releases = verdicts.reduce((sum, { entries }) => sum + entries, 0)
  return { decisions, releases, answered, silent, problems }
}
