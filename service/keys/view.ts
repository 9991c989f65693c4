// A key as the API shows it: never its hash.

import { formatTime, formatTimeOrNull } from "../format-time.ts"
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
    createdAt: formatTime(createdAt),
    createdBy,
    expiresAt: formatTimeOrNull(expiresAt),
    revokedAt: formatTimeOrNull(revokedAt),
    revokedBy,
    lastUsedOn: usedOn ?? null,
  } as const
}
