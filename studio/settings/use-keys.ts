// The keys of the service and the people who are signed in, read again every few seconds.

import type { ArmisticeClient } from "@armistice/client"
import { connect } from "../experiments/connection.ts"
import { type Reading, useReading } from "../experiments/use-reading.ts"
import { groupKeys, type KeyLine } from "./key-text.ts"

export type PeopleList = Awaited<ReturnType<ArmisticeClient["listPeople"]>>

export interface KeysAndPeople {
  readonly lines: readonly KeyLine[]
  readonly people: PeopleList
}

export const useKeys = (isWanted: boolean): Reading<KeysAndPeople> => useReading(readKeys, { isWanted, everyMs: 5000 })

async function readKeys(): Promise<KeysAndPeople> {
  const client = connect(0)
  const [{ keys }, people] = await Promise.all([client.listKeys(), client.listPeople()])
  return { lines: groupKeys(keys), people }
}
