// Load on replicas that must come out right: every decision asked for at two of them, rewards at a third; then everything is
// looked for in the store and the ledger is verified.

import { verifyPostgres } from "../ledger/verify-postgres.ts"
import type { Replica } from "../testing/test-replica.ts"

export interface LoadReport {
  readonly decisions: number
  readonly releases: number
  readonly problems: string[]
}

/** `direct`: the address at which the store is verified. */
export async function replicaLoad(replicas: readonly Replica[], direct: string, rounds: number): Promise<LoadReport> {
  const [first] = replicas as [Replica]
  const of = (which: number) => replicas[which % replicas.length] as Replica
  const problems: string[] = []
  const algorithm = { name: "dp-imed", epsilon: 1, firstBatch: 4, batchRatio: 20 }
  const requests = [
    { name: "hot", arms: ["a", "b"], horizon: 1e6, algorithm },
    { name: "capped", arms: ["a", "b"], horizon: 1e6, privacy: { eta: 1 }, subjectCap: 3 },
  ]
  let decisions = 0
  for (const request of requests) {
    const { id } = (await first.createExperiment(request)).live.experiment
    for (let round = 0; round < rounds; round++) {
      const asked = Array.from({ length: 40 }, async (_, at) => {
        const decision = { decisionId: `d${round}-${at}`, subject: `s${at % 10}` }
        const [one, other] = await Promise.all([
          of(at).decide(id, decision, "local"),
          of(at + 1).decide(id, decision, "local"),
        ])
        if (one.arm !== other.arm) problems.push(`${decision.decisionId} has two arms`)
        if (one.isNew === other.isNew) problems.push(`${decision.decisionId} is new twice or never`)
        await of(at + 2).reward(id, decision.decisionId, at % 2, "local")
      })
      await Promise.all(asked)
      await of(round).closeWindows()
    }
    await of(1).changeStatus(id, "pause")
    const rows = (await first.store.rowsAfter("decisions", id, 0, 1e6)).filter((row) => row.key !== "")
    decisions += rows.length
    if (rows.length !== rounds * 40) problems.push(`${rounds * 40} decisions must be kept, got ${rows.length}`)
  }
  const verdicts = await verifyPostgres(direct)
  for (const { problem } of verdicts) if (problem !== null) problems.push(problem)
  return { decisions, releases: verdicts.reduce((sum, { entries }) => sum + entries, 0), problems }
}
