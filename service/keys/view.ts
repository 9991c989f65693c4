// A key as the API shows it: never its hash.

import type { KeyRow } from "../store/rows.ts"

export function viewKey(
  {
    id,
    lineage,
    name,
    role,
    experiments,
    requestsPerSecond,
    createdAt,
    createdBy,
    expiresAt,
    revokedAt,
    revokedBy,
    usedOn,
  }: KeyRow,
  now: number,
) {
  const state = revokedAt !== null ? "revoked" : expiresAt !== null && expiresAt <= now ? "expired" : "active"
  return {
    id,
    lineage,
    name,
    role,
    experiments: experiments === null ? null : [...experiments],
    requestsPerSecond,
    state,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    expiresAt: formatTime(expiresAt),
    revokedAt: formatTime(revokedAt),
    revokedBy,
    lastUsedOn: usedOn ?? null,
  } as const
}

const formatTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
