// The requests that a page still sends while it is being closed: browsers let requests with at most
// 64 KiB together outlive it.

import { expect, test } from "vitest"
import { ArmisticeClient, type QueuedReward } from "./index.ts"

interface Sent {
  readonly isKept: boolean
  readonly bytes: number
  readonly ids: string[]
}

/** A page with these rewards waiting is closed. */
async function closedPage(rewards: readonly QueuedReward[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const client = new ArmisticeClient({
    baseUrl: "http://127.0.0.1:9",
    retries: 0,
    fetch: async (_input, init) => {
      const body = init?.body as string
      const given = JSON.parse(body) as { rewards?: { decisionId: string }[]; subject?: string }
      const ids = given.rewards?.map(({ decisionId }) => decisionId) ?? [given.subject as string]
      sent.push({ isKept: init?.keepalive === true, bytes: Buffer.byteLength(body), ids })
      throw new TypeError("the page is gone")
    },
  })
  for (const reward of rewards) client.queue.add(reward)
  client.queue.sendBeforeUnload()
  await new Promise((resolve) => setImmediate(resolve))
  expect(client.queue.length).toBe(rewards.length)
  return sent
}

const idOf = (n: number) => `${n}-${"ü".repeat(40)}`
const ofDecisions = (count: number, experiment: string): QueuedReward[] =>
  Array.from({ length: count }, (_, n) => ({ experiment, decisionId: idOf(n), value: n }))

test("many rewards are split into requests, and those that outlive the page have less than 64 KiB together", async () => {
  const subjects = Array.from({ length: 20 }, (_, n) => ({ experiment: "exp_c", subject: `s${n}`, value: 1 }))
  const sent = await closedPage([...subjects, ...ofDecisions(1500, "exp_a"), ...ofDecisions(300, "exp_b")])
  expect(sent.flatMap(({ ids }) => ids)).toHaveLength(1820)
  const kept = sent.filter(({ isKept }) => isKept)
  const bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes).toBeLessThan(64 * 1024)
  expect(bytes).toBeGreaterThan(32 * 1024)
  expect(Math.max(...kept.map((one) => one.bytes))).toBeLessThan(16 * 1024)
})

test("few rewards are one request, which outlives the page", async () => {
  const sent = await closedPage(ofDecisions(20, "exp_a"))
  expect(sent).toMatchObject([{ isKept: true, ids: Array.from({ length: 20 }, (_, n) => idOf(n)) }])
})
