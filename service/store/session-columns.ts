// Sessions as both stores keep them.

import type { SessionRow } from "../sign-in/session.ts"

export interface StoredSession {
  readonly hash: string
  readonly person: string
  readonly name: string
  readonly provider: string
  readonly claim_values: string
  readonly expires_at: number
  readonly used_at: number
}

export const sessionRow = (row: StoredSession): SessionRow => ({
  hash: row.hash,
  person: row.person,
  name: row.name,
  provider: row.provider,
  values: JSON.parse(row.claim_values) as string[],
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})
