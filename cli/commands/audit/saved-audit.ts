// Reads the audits that --save wrote, for --continue.

import { readFileSync } from "node:fs"
import type { AuditResult } from "@armistice/lab"
import { UsageError } from "../../usage-error.ts"

/** The audits in a file that --save wrote: one, or those of --all. */
export function readSavedAudits(path: string): readonly AuditResult[] {
  const saved = parseFile(path)
  const audits = Array.isArray(saved?.audits) ? saved.audits : [saved]
  const isAudit = (value: Partial<AuditResult> | null) =>
    typeof value === "object" &&
    typeof value?.algorithm === "string" &&
    value.claimed !== undefined &&
    "whiteBox" in value
  if (audits.length > 0 && audits.every(isAudit)) return audits as AuditResult[]
  throw new UsageError(`--continue must be a file that --save wrote, got ${path}`)
}

function parseFile(path: string): { audits?: unknown } | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { audits?: unknown } | null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--continue must be a file that --save wrote, got ${path} (${code ?? "not JSON"})`)
  }
}
