// Keys read and changed by requests. A key that a request makes is in its answer alone, so lost
// answers are made up for here.

import { type ArmisticeClient, ClientError } from "@armistice/client"
import { connect, describeError } from "../experiments/connection.ts"
import { type Reading, useReading } from "../experiments/use-reading.ts"
import { capitalize } from "../text/numbers.ts"
import { groupKeys, type KeyDraft, type KeyLine, readLimit } from "./key-text.ts"

interface MadeKey {
  readonly id: string
  readonly name: string
  readonly key: string
}

/** Not `randomUUID`, which browsers withhold from pages served over plain HTTP. */
export const createRequestId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** A repeated press after a lost answer returns a successor of the key that nobody has seen. */
export async function makeKey(
  { name, role, experiments, perSecond, ends }: KeyDraft,
  isFirst: boolean,
  idempotencyKey: string,
): Promise<MadeKey> {
  try {
    return await connect(0).createKey(
      {
        name,
        role,
        ...(experiments === null ? {} : { experiments: [...experiments] }),
        requestsPerSecond: readLimit(perSecond) ?? null,
        ...(ends === "" ? {} : { expiresAt: ends }),
        ...(isFirst ? { requireKeys: true } : {}),
      },
      { idempotencyKey },
    )
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== "key_created" || error.problem?.key === undefined) throw error
    return connect(0)
      .key(error.problem.key)
      .rotate({ expiresAt: ends === "" ? null : ends })
  }
}

/** Gives a problem as a sentence; `whenLost` says what to do if no answer came. */
export async function sayProblem(work: () => Promise<unknown>, whenLost = "Try again."): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const { kind, message } = describeError(error)
    if (kind === "disconnected") return `The service does not answer. ${whenLost}`
    return capitalize(message)
  }
}

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
