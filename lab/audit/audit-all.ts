// Several audits that must hold together: the doubt is shared among all their bounds, so that with
// the stated confidence not one of them is too high.

import type { Algorithm } from "@armistice/core"
import { type AuditOptions, audit } from "./audit.ts"
import type { AuditResult } from "./audit-result.ts"

/** Several audits whose bounds hold together. */
export interface AuditTable {
  readonly runs: number
  /** That of all bounds together. */
  readonly confidence: number
  readonly audits: readonly AuditResult[]
}

/** Audits several algorithms, with bounds that hold together. Audits in `saved` are continued. */
export async function auditAll(
  algorithms: readonly Algorithm[],
  shared: Omit<AuditOptions, "algorithm" | "continues" | "comparisons">,
  saved: readonly AuditResult[] = [],
): Promise<AuditTable> {
  const { runs = 1e4, confidence = 0.95, signal, onProgress } = shared
  const audits: AuditResult[] = []
  for (const [index, algorithm] of algorithms.entries()) {
    if (signal?.aborted === true && audits.length > 0) break
    const continues = saved.find((one) => isAuditOfAlgorithm(one, algorithm))
    try {
      audits.push(
        await audit({
          ...shared,
          algorithm,
          comparisons: 2 * algorithms.length,
          ...(continues === undefined ? {} : { continues }),
          onProgress: ({ share, stage }) =>
            onProgress?.({ share: (index + share) / algorithms.length, stage: `${algorithm.name}, ${stage}` }),
        }),
      )
    } catch (error) {
      // Stopped before the first counted run of this algorithm: what the others have stays.
      if (signal?.aborted !== true || audits.length === 0) throw error
    }
  }
  return { runs, confidence, audits }
}

/** Whether a saved audit is one of this very algorithm, parameters included. */
export function isAuditOfAlgorithm(
  saved: AuditResult,
  { name, parameters }: Pick<Algorithm, "name" | "parameters">,
): boolean {
  const [own, other] = [saved.parameters, parameters]
  const names = Object.keys({ ...own, ...other })
  return saved.algorithm === name && names.every((one) => JSON.stringify(own[one]) === JSON.stringify(other[one]))
}
