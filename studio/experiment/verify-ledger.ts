// Verifies the public ledger in the browser, with the browser's own SHA-256.

import type { ExperimentHandle } from "@armistice/client"
import { type LedgerVerdict, verifyLedger as verify } from "@armistice/core/ledger"
import type { PrivacyView } from "../results/results-types.ts"

export async function verifyLedger(
  { id, ledger }: Pick<ExperimentHandle, "id" | "ledger">,
  { limit, metrics, outcomes, ripeSeconds }: Pick<PrivacyView, "limit" | "metrics" | "outcomes" | "ripeSeconds">,
  atLeast: number,
): Promise<LedgerVerdict> {
  let page = await ledger()
  const { first, entries } = page
  while (page.next !== null) {
    page = await ledger(page.next)
    entries.push(...page.entries)
  }
  return verify({ experiment: id, limit, metrics, outcomes, ripeSeconds, entries, first, atLeast }, sha256)
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
}
