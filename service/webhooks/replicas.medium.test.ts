// Several replicas on one database deliver one outbox: each message once where nothing fails, in
// order for each experiment, and what a replica had under way when it died is sent by another.

import { expect, onTestFinished, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import type { Service } from "../service.ts"
import { noChanges } from "../store/changes.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo } from "../testing/test-service.ts"
import { webhookReceiver } from "../testing/webhook-receiver.ts"
import { AddressPolicy } from "./address-policy.ts"
import { Deliverer } from "./deliverer.ts"

const policy = new AddressPolicy(["127.0.0.1"])

function createDeliverer(service: Service): Deliverer {
  const deliverer = new Deliverer({
    outbox: service.store.outbox,
    time: () => service.time(),
    signingKey: (webhook) => service.webhookKey(webhook),
    readName: (experiment) => service.experimentName(experiment),
    policy,
    pollMs: 5,
  })
  onTestFinished(() => deliverer.stop())
  return deliverer
}

const told = (id: string, stream: string, at: number) => ({
  id,
  type: "experiment.finished" as const,
  stream,
  at,
  queuedAt: at,
  data: JSON.stringify({ by: "person", segments: [] }),
})

test("three replicas send each message once, and those of an experiment in their order", async () => {
  const { replicas, clock } = await testReplicas(3)
  const [first] = replicas
  const [one, other] = [await webhookReceiver(), await webhookReceiver()]
  for (const { url } of [one, other]) await first.webhooks(policy).add({ name: "x", url }, localActor)
  const ids: string[] = []
  for (let made = 0; made < 5; made++) ids.push((await first.createExperiment(demo)).live.experiment.id)
  for (const replica of replicas) createDeliverer(replica).start()
  const sent: string[] = []
  for (let round = 0; round < 12; round++)
    for (const [which, stream] of ids.entries()) {
      const id = `msg_${which}_${round}`
      sent.push(id)
      const { store } = replicas[(round + which) % 3] as (typeof replicas)[0]
      await store.commit({ ...noChanges(), messages: [told(id, stream, clock.now)] })
    }
  for (const receiver of [one, other]) {
    await receiver.untilTaken(sent.length)
    const taken = receiver.taken.map(({ headers }) => headers["webhook-id"] as string)
    expect([...taken].sort()).toEqual([...sent].sort())
    for (const which of ids.keys()) {
      const mine = (list: readonly string[]) => list.filter((id) => id.startsWith(`msg_${which}_`))
      expect(mine(taken)).toEqual(mine(sent))
    }
  }
})

test("a message that a replica had under way is sent by another once the claim is over, and the next one only then", async () => {
  const { replicas, clock } = await testReplicas(2)
  const [first, second] = replicas as unknown as [Service, Service]
  const receiver = await webhookReceiver()
  const { webhook } = await first.webhooks(policy).add({ name: "x", url: receiver.url }, localActor)
  const { id } = (await first.createExperiment(demo)).live.experiment
  await first.store.commit({ ...noChanges(), messages: [told("msg_1", id, clock.now), told("msg_2", id, clock.now)] })
  const claim = { now: clock.now, until: clock.now + 30_000, limit: 8, busy: [] }
  // Claimed by one that then died.
  expect(await first.store.outbox.claim(claim)).toMatchObject([{ id: "msg_1", url: receiver.url, format: "json" }])
  expect(await first.store.outbox.claim(claim)).toEqual([])
  expect(await second.store.outbox.claim(claim)).toEqual([])
  const deliverer = createDeliverer(second)
  deliverer.wake()
  await deliverer.idle()
  expect(receiver.received).toEqual([])
  clock.forward(30)
  deliverer.wake()
  await deliverer.idle()
  expect(receiver.taken.map(({ headers }) => headers["webhook-id"])).toEqual(["msg_1", "msg_2"])
  expect(await second.store.outbox.summary(webhook.id)).toMatchObject({ waiting: 0 })
})

test("a secret is the same on every replica", async () => {
  const { replicas } = await testReplicas(2)
  const [first, second] = replicas as unknown as [Service, Service]
  expect(first.webhookKey("whk_x")).toEqual(second.webhookKey("whk_x"))
  expect(first.webhookKey("whk_x")).not.toEqual(first.webhookKey("whk_y"))
})
