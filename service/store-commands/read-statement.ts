// The statement of a store of either kind, for the command.

import { makeStatement, type Statement, type StatementOptions } from "../statement/statement.ts"
import { PostgresStore } from "../store/postgres/postgres-store.ts"
import { withReadableStore } from "./with-store.ts"

/** States what anyone can learn about one person from an experiment, a population or all of it. */
export const readStatement = (place: string, wanted: StatementOptions): Promise<Statement> =>
  withReadableStore(place, (store) =>
    store instanceof PostgresStore
      ? store.atOneInstant((frozen) => makeStatement(frozen, wanted))
      : makeStatement(store, wanted),
  )
