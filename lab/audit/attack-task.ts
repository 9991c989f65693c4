// The worker's task in an audit: attacked runs of the algorithm that was sent last.

import { createAlgorithm, type Parameters } from "@armistice/core"
import "@armistice/core/context"
import { loadModule } from "../custom/load-module.ts"
import type { WorkerTask } from "../workers/serve-tasks.ts"
import { type AuditPart, AuditRuns } from "./boxes/audit-runs.ts"
import { resolveView } from "./boxes/custom-view.ts"
import { fixContext } from "./fix-context.ts"

/** An algorithm of the catalogue, or the URL of a module with a custom one. */
export type AuditedAlgorithm = { readonly seed: number | string } & (
  | { readonly name: string; readonly parameters: Parameters }
  | { readonly module: string; readonly parameters: Parameters }
)

export interface AttackInput {
  /** Sent with the first part only. */
  readonly audited?: AuditedAlgorithm
  readonly part: AuditPart
}

export function createAttackTask(): WorkerTask<AttackInput, Float64Array> {
  let runs: AuditRuns | undefined
  return async ({ audited, part }) => {
    if (audited !== undefined) runs = await createAuditRuns(audited)
    if (runs === undefined) throw new Error("an algorithm must be sent before its runs")
    return runs.run(part)
  }
}

async function createAuditRuns(audited: AuditedAlgorithm): Promise<AuditRuns> {
  const { parameters, seed } = audited
  if ("name" in audited) {
    const algorithm = fixContext(createAlgorithm(audited.name, parameters))
    return new AuditRuns(algorithm, seed, resolveView(algorithm, undefined, false))
  }
  const { entry, view } = await loadModule(audited.module)
  const algorithm = fixContext(entry.create(parameters))
  return new AuditRuns(algorithm, seed, resolveView(algorithm, view, true))
}
