// Checks the public ledger in this page: every entry has the hash of its content and of its predecessor, nothing is missing, and
// the losses, counted again, are what it says and stay within the promise.

import type { ExperimentHandle } from "@armistice/client"
import { GdpFilter, type Release } from "@armistice/core"

export interface Verdict {
  readonly entries: number
  /** The first thing that does not fit, in words; null if all does. */
  readonly problem: string | null
}

export async function verifyLedger(
  experiment: ExperimentHandle,
  limit: number | null,
  head: { readonly entries: number },
): Promise<Verdict> {
  let previous = await hashOf({ ledger: 1, experiment: experiment.id, limit })
  const filter = limit === null ? null : new GdpFilter(limit)
  let count = 0
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<ExperimentHandle["ledger"]>> = await experiment.ledger(after)
    if (count === 0 && page.first !== previous)
      return { entries: 0, problem: "the chain does not start from this experiment and its promise" }
    for (const entry of page.entries) {
      const { hash, ...content } = entry
      const bad = (why: string): Verdict => ({ entries: count, problem: `entry ${count + 1} ${why}` })
      if (entry.index !== count + 1) return bad("is missing")
      if (entry.previous !== previous) return bad("is not chained to the one before")
      if ((await hashOf(content)) !== hash) return bad("does not have the hash of its content")
      if (filter === null) return bad("releases something where nothing is promised")
      try {
        filter.spend(`${entry.segment}:`, [entry as Release & { eta: number }])
      } catch {
        return bad("goes beyond the promise")
      }
      if (filter.spent() !== entry.spent) return bad("does not say what is spent")
      previous = hash
      count += 1
    }
    after = page.next
  }
  if (count < head.entries) return { entries: count, problem: "entries at the end are missing" }
  return { entries: count, problem: null }
}

async function hashOf(content: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(content)))
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Fields in the order of their names, nothing between them: the text the service takes hashes over. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`
}
