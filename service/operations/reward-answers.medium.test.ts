// The answer to a later reward may depend on the decision, the clock and, with private arrivals,
// the key; never on an earlier reward.

import { DatabaseSync } from "@photostructure/sqlite"
import { describe, expect, test } from "vitest"
import type { PostgresStore } from "../store/postgres/postgres-store.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type StoreKind, storeKinds } from "../testing/any-server.ts"
import { type Answer, RestartableServer } from "../testing/restartable-server.ts"
import { demo } from "../testing/test-service.ts"

interface Situation {
  readonly name: string
  /** The events between the first reward and the later ones. */
  meanwhile(server: RestartableServer, base: string): Promise<unknown>
  /** The answer with private arrivals then; nothing where the window is still open. */
  readonly code?: string
}

const situations: readonly Situation[] = [
  { name: "at once", meanwhile: async () => undefined },
  { name: "paused", meanwhile: (server, base) => server.ask("POST", `${base}/pause`) },
  { name: "finished", meanwhile: (server, base) => server.ask("POST", `${base}/finish`) },
  { name: "erased", meanwhile: (server, base) => server.ask("POST", `${base}/subjects:erase`, { subject: "s" }) },
  { name: "late", meanwhile: async ({ clock }) => clock.forward(200), code: "reward_window_over" },
  {
    name: "swept",
    meanwhile: async ({ clock, service }) => {
      clock.forward(200)
      await service.closeWindows()
    },
    code: "reward_window_over",
  },
  { name: "discarded", meanwhile: (server) => server.restartAsCopy(), code: "reward_window_over" },
  {
    name: "archived",
    meanwhile: (server, base) => server.ask("POST", `${base}/archive`),
    code: "experiment_archived",
  },
]

const firsts = [0, 0.25, 1]
const values = [0.25, 0.25 + 2 ** -20, 0, 1]

/**
 * Decisions for one situation: `open` ones without a reward, and some for each first reward; one of
 * each for every question.
 */
const formatName = (first: number | null, question: number): string =>
  `d-${first === null ? "open" : (first * 1000).toString().padStart(4, "0")}-${String(question).padStart(2, "0")}`

interface Told {
  readonly isDecider: boolean
  readonly isBatch: boolean
  readonly answer: Answer
}

/**
 * Every key with every value, alone and as a batch of one: the whole answer, but for the name of
 * the decision.
 */
function answersAbout(server: RestartableServer, base: string, first: number | null): Promise<Told[]> {
  const questions = server.keys.flatMap((key) =>
    values.flatMap((value) => [false, true].map((isBatch) => ({ key, value, isBatch }))),
  )
  return Promise.all(
    questions.map(async ({ key, value, isBatch }, question) => {
      const decisionId = formatName(first, question)
      const answer = isBatch
        ? await server.ask("POST", `${base}/rewards:batch`, { rewards: [{ decisionId, value }] }, key)
        : await server.ask("PUT", `${base}/decisions/${decisionId}/reward`, { value }, key)
      const text = answer.text.replace(decisionId, "it")
      return { isDecider: key === server.keys[0], isBatch, answer: { ...answer, text } }
    }),
  )
}

/** The answer about each reward, however it was sent. */
function outcome({ isBatch, answer }: Told): unknown {
  if (isBatch) {
    expect(answer.status).toBe(200)
    const { results } = JSON.parse(answer.text)
    const { decisionId: _decisionId, status, repeated, problem } = results[0]
    return [status, problem?.code ?? repeated]
  }
  const body = answer.text === "" ? {} : JSON.parse(answer.text)
  return [answer.status, body.code ?? body.repeated]
}

describe.each(storeKinds)("on %s", (kind) => {
  describe.each(["public", "private"] as const)("with %s arrivals", (arrivals) => {
    test.each([true, false])(
      "the response to a later reward has nothing of the first (learned from: %s)",
      async (isLearned) => {
        const server = await RestartableServer.start(kind)
        const [decider] = server.keys
        for (const { name, meanwhile, code } of situations) {
          const id = await server.create({ ...demo, name, arrivals, rewardWindowSeconds: 60, tickSeconds: 30 })
          const base = `/v1/experiments/${id}`
          if (!isLearned) await server.ask("POST", `${base}/finish`)
          const questions = 4 * values.length
          const decisions = []
          for (const first of [null, ...firsts])
            for (let question = 0; question < questions; question++)
              decisions.push({ decisionId: formatName(first, question), subject: "s" })
          await server.ask("POST", `${base}/decisions:batch`, { decisions }, decider)
          const rewards = firsts.flatMap((value) =>
            Array.from({ length: questions }, (_, question) => ({ decisionId: formatName(value, question), value })),
          )
          await server.ask("POST", `${base}/rewards:batch`, { rewards }, decider)
          const before = await server.service.store.rowsAfter("rewards", id, 0, 1000)
          expect(before).toHaveLength(rewards.length)
          await meanwhile(server, base)

          const [reference, ...others] = await Promise.all(firsts.map((first) => answersAbout(server, base, first)))
          // Byte for byte, in all headers but the date.
          for (const other of others) expect(other).toEqual(reference)
          const isOver = code !== undefined && (name !== "discarded" || isLearned)
          for (const one of reference ?? []) {
            if (name === "archived") expect(outcome(one)).toEqual([410, code])
            else if (arrivals === "public") expect(outcome(one)).toEqual([200, true])
            else if (isOver) expect(outcome(one)).toEqual([409, code])
            else expect(outcome(one)).toEqual(one.isDecider ? [204, undefined] : [409, "reward_conflict"])
          }
          const sameAnswers = (isBatch: boolean, isDecider: boolean) =>
            new Set(
              reference
                ?.filter((one) => one.isBatch === isBatch && one.isDecider === isDecider)
                .map(({ answer }) => JSON.stringify(answer)),
            ).size
          for (const isBatch of [true, false])
            for (const isDecider of [true, false]) expect(sameAnswers(isBatch, isDecider)).toBe(1)
          expect((await server.service.store.rowsAfter("rewards", id, 0, 1000)).slice(0, before.length)).toEqual(before)
          // With private arrivals nobody can even tell that there was one.
          if (arrivals === "private") expect(await answersAbout(server, base, null)).toEqual(reference)

          for (const key of server.keys)
            for (const value of [2, -1e-9, Number.MAX_VALUE]) {
              const outOfBounds = await server.ask(
                "PUT",
                `${base}/decisions/${formatName(0, 0)}/reward`,
                { value },
                key,
              )
              expect(JSON.parse(outOfBounds.text)).toMatchObject({ status: 422, code: "reward_out_of_bounds" })
            }
        }
      },
    )

    test("twice in one batch: the first in order counts", async () => {
      const server = await RestartableServer.start(kind)
      const [key] = server.keys
      const id = await server.create({ ...demo, arrivals })
      const base = `/v1/experiments/${id}`
      for (const [index, pair] of [
        [0.25, 1],
        [1, 0.25],
        [0.5, 0.5],
      ].entries()) {
        const decisionId = `d${index}`
        await server.ask("POST", `${base}/decisions`, { decisionId }, key)
        const rewards = pair.map((value) => ({ decisionId, value }))
        const { text } = await server.ask("POST", `${base}/rewards:batch`, { rewards }, key)
        const later = arrivals === "public" ? { decisionId, status: 200, repeated: true } : { decisionId, status: 204 }
        expect(JSON.parse(text)).toEqual({ results: [{ decisionId, status: 204 }, later] })
      }
      const kept = await server.service.store.rowsAfter("rewards", id, 0, 10)
      expect(kept.map(({ steps }) => steps / 2 ** 20)).toEqual([0.25, 1, 0.5])
    })
  })
})

/** Keeps a store from being written until the returned function is called. */
async function block(kind: StoreKind, { place, service: { store } }: RestartableServer): Promise<() => Promise<void>> {
  if (kind === "SQLite") {
    ;(store as SqliteStore).database.exec("PRAGMA busy_timeout = 20")
    const other = new DatabaseSync(place)
    other.exec("BEGIN IMMEDIATE")
    return async () => other.close()
  }
  const { pool } = (store as PostgresStore).session
  await pool.query(
    `CREATE FUNCTION armistice.full() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON armistice.heads FOR EACH ROW EXECUTE FUNCTION armistice.full()`,
  )
  return async () => void (await pool.query("DROP TRIGGER full_disk ON armistice.heads"))
}

test.each(storeKinds)(
  "on %s, private arrivals: where nothing can be written, a later reward fails as the first would",
  async (kind) => {
    const server = await RestartableServer.start(kind)
    const [key] = server.keys
    const base = `/v1/experiments/${await server.create({ ...demo, arrivals: "private" })}/decisions`
    const give = (decisionId: string) => server.ask("PUT", `${base}/${decisionId}/reward`, { value: 1 }, key)
    for (const decisionId of ["answered", "open"]) await server.ask("POST", base, { decisionId }, key)
    expect((await give("answered")).status).toBe(204)
    const unblock = await block(kind, server)
    const [later, first] = [await give("answered"), await give("open")]
    expect(first.status).toBe(kind === "SQLite" ? 503 : 507)
    expect(later).toEqual(first)
    await unblock()
    expect([(await give("answered")).status, (await give("open")).status]).toEqual([204, 204])
  },
)
