// The data of a store of either kind about one subject, for the command. There is no way to ask for
// it over HTTP, and reading leaves no trace in the store.

import { findSubjectKey } from "../keys/subject-key.ts"
import { ServiceError } from "../service-error.ts"
import { PostgresStore } from "../store/postgres/postgres-store.ts"
import { readSubjectData, type SubjectData } from "../subject-data/subject-data.ts"
import { withReadableStore } from "./with-store.ts"

/**
 * Reads everything about one subject. `subjectKey`: 32 bytes in base64url; without it the key is
 * read from the file beside the store.
 *
 * @example
 * const { experiments } = await readSubject("armistice.db", "user-1234")
 */
export const readSubject = (place: string, subject: string, subjectKey?: string): Promise<SubjectData> =>
  withReadableStore(place, async (store) => {
    if (store instanceof PostgresStore && subjectKey === undefined)
      throw new ServiceError(
        "store_unavailable",
        "subjects of a store on Postgres can only be found with its key (--subject-key FILE)",
      )
    const key = await findSubjectKey(store, subjectKey)
    return store instanceof PostgresStore
      ? store.atOneInstant((frozen) => readSubjectData(frozen, key, subject))
      : readSubjectData(store, key, subject)
  })
