// COMMIT that is over only once the change is where it must be. If the wait for a synchronous
// standby is cancelled, Postgres says that the transaction is committed, and only a warning on the
// connection tells that the standby may not have it.

import type pg from "pg"
import { ServiceError } from "../../service-error.ts"
import type { SqlStatement } from "../shared-sql.ts"

type Client = pg.Client | pg.PoolClient

/** Sends all without waiting in between; `client_min_messages` must allow warnings. */
export async function commitOn(client: Client, statements: readonly SqlStatement[] = []): Promise<void> {
  let isConfirmed = true
  const note = ({ code }: { code?: string | undefined }): void => {
    // Matched by class, because texts are translated. No other warning belongs to a commit.
    if (code?.startsWith("01") === true) isConfirmed = false
  }
  client.on("notice", note)
  try {
    const work = statements.map(({ text, values }) => client.query(text, values))
    const ends = await Promise.all([...work, client.query("COMMIT")])
    // A transaction that failed answers COMMIT with ROLLBACK.
    if (ends.at(-1)?.command !== "COMMIT")
      throw new ServiceError("store_unavailable", "the database rolled the change back")
  } finally {
    client.off("notice", note)
  }
  if (!isConfirmed)
    throw new ServiceError(
      "store_unavailable",
      "the synchronous standby has not confirmed the change, which may or may not be kept: repeat the request",
    )
}
