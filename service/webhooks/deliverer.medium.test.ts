// Messages reach real receivers, signed, in order and however often that takes, from either store;
// the test moves the clock.

import { Webhook } from "standardwebhooks"
import { describe, expect, onTestFinished, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { noChanges } from "../store/changes.ts"
import { anyService, type StoreKind, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"
import { type ReceivedMessage, type WebhookReceiver, webhookReceiver } from "../testing/webhook-receiver.ts"
import { AddressPolicy } from "./address-policy.ts"
import { Deliverer } from "./deliverer.ts"
import type { WebhookRequest } from "./webhooks.ts"

const policy = new AddressPolicy(["127.0.0.1"])

/** A service whose messages are delivered whenever the test says so. */
async function telling(kind: StoreKind) {
  const { service, store, clock } = await anyService(kind)
  const webhooks = service.webhooks(policy)
  const deliverer = new Deliverer({
    outbox: store.outbox,
    time: () => service.time(),
    signingKey: (webhook) => service.webhookKey(webhook),
    readName: (experiment) => service.experimentName(experiment),
    policy,
    chance: () => 0,
    timeoutMs: 5000,
  })
  onTestFinished(() => deliverer.stop())
  const deliver = async (): Promise<void> => {
    deliverer.wake()
    await deliverer.idle()
  }
  const add = (receiver: WebhookReceiver, more: Partial<WebhookRequest> = {}) =>
    webhooks.add({ name: "ops", url: receiver.url, ...more }, localActor)
  const create = async (name = "demo") => (await service.createExperiment({ ...demo, name })).live.experiment.id
  let made = 0
  /** A message in the outbox, of an experiment. */
  const tell = async (stream: string): Promise<string> => {
    const id = `msg_${++made}`
    const at = await service.time()
    const data = JSON.stringify({ by: "person", segments: [] })
    const message = { id, type: "experiment.finished" as const, stream, at, queuedAt: at, data }
    await store.commit({ ...noChanges(), messages: [message] })
    return id
  }
  const states = async (webhook: string) =>
    Object.fromEntries((await webhooks.listDeliveries(webhook)).map(({ id, state }) => [id, state]))
  return { service, store, clock, webhooks, deliverer, deliver, add, create, tell, states }
}

const listIds = (messages: readonly ReceivedMessage[]) => messages.map(({ headers }) => headers["webhook-id"] as string)

describe.each(storeKinds)("on %s", (kind) => {
  test("a change is sent to each webhook that wants it, and the public package verifies it", async () => {
    const { service, add, create, deliver } = await telling(kind)
    const [all, some, other] = [await webhookReceiver(), await webhookReceiver(), await webhookReceiver()]
    const { secret } = await add(all)
    const { secret: otherSecret } = await add(some, { events: ["experiment.finished", "store.trouble"] })
    await add(other, { events: ["experiment.clear"] })
    const id = await create("Checkout <button>")
    await service.editMetadata(id, { name: "Checkout & pay" })
    await service.changeStatus(id, "pause")
    await service.changeStatus(id, "finish")
    await deliver()
    expect(other.received).toEqual([])
    expect(some.taken).toHaveLength(1)
    expect(all.taken).toHaveLength(1)
    const [{ headers, body }] = all.taken as [ReceivedMessage]
    const given = headers as Record<string, string>
    expect(new Webhook(secret).verify(body, given)).toEqual({
      type: "experiment.finished",
      timestamp: "2026-01-01T00:00:00.000Z",
      data: { experiment: { id, name: "Checkout & pay" }, by: "person", segments: [{ segment: null, arm: "a" }] },
    })
    expect(() => new Webhook(otherSecret).verify(body, given)).toThrow(/No matching signature/)
    expect(() => new Webhook(secret).verify(body.replace("person", "nobody"), given)).toThrow(/No matching signature/)
    const late = { ...given, "webhook-timestamp": String(Number(given["webhook-timestamp"]) - 1) }
    expect(() => new Webhook(secret).verify(body, late)).toThrow(/No matching signature/)
    // One message for all receivers.
    expect(some.taken[0]?.headers["webhook-id"]).toBe(given["webhook-id"])
  })

  test("Slack is sent a sentence in which names are only names", async () => {
    const { service, add, create, deliver } = await telling(kind)
    const receiver = await webhookReceiver()
    await add(receiver, { format: "slack" })
    await service.changeStatus(await create("Pay & <!channel>"), "finish")
    await deliver()
    expect(receiver.taken.map(({ body }) => JSON.parse(body))).toEqual([
      { text: "“Pay &amp; &lt;!channel&gt;” was finished. Everyone new gets “a”." },
    ])
  })

  test("messages of an experiment wait for the one before; those of others do not", async () => {
    const { add, create, tell, deliver, clock, states } = await telling(kind)
    const receiver = await webhookReceiver()
    const { webhook } = await add(receiver)
    const [one, other] = [await create("one"), await create("other")]
    receiver.answer = ({ body }) => (body.includes(one) ? 503 : 204)
    const [first, second, elsewhere] = [await tell(one), await tell(one), await tell(other)]
    await deliver()
    expect(listIds(receiver.received).sort()).toEqual([first, elsewhere].sort())
    expect(await states(webhook.id)).toEqual({ [first]: "waiting", [second]: "waiting", [elsewhere]: "delivered" })
    // Not before its time: half of five seconds, as chance has it here.
    clock.forward(2)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    receiver.answer = () => 204
    clock.forward(1)
    await deliver()
    expect(listIds(receiver.taken)).toEqual([elsewhere, first, second])
  })

  test("pauses grow, after three days it has failed, and later messages go on", async () => {
    const { add, create, tell, deliver, clock, webhooks, states } = await telling(kind)
    const receiver = await webhookReceiver()
    const { webhook } = await add(receiver)
    const id = await create()
    const start = clock.now
    receiver.answer = () => 500
    const first = await tell(id)
    const tried: number[] = []
    const second = await tell(id)
    for (;;) {
      await deliver()
      const [, delivery] = await webhooks.listDeliveries(webhook.id)
      tried.push(((delivery?.lastAt as number) - start) / 1000)
      if (delivery?.state !== "waiting") break
      const { nextAt } = delivery
      // A moment too early nothing is sent.
      clock.now = nextAt - 1
      const before = receiver.received.length
      await deliver()
      expect(receiver.received).toHaveLength(before)
      clock.now = nextAt
    }
    expect(tried.slice(0, 5)).toEqual([0, 2.5, 7.5, 17.5, 37.5])
    expect(tried.at(-1)).toBe(3 * 24 * 3600)
    // The second was queued as early, so it has its one try.
    expect(listIds(receiver.received).filter((one) => one === second)).toHaveLength(1)
    expect(await states(webhook.id)).toEqual({ [first]: "failed", [second]: "failed" })
    const third = await tell(id)
    receiver.answer = () => 204
    await deliver()
    expect(await states(webhook.id)).toEqual({ [first]: "failed", [second]: "failed", [third]: "delivered" })
    // One that has failed, and one that was delivered, can be sent again, after what came since.
    for (const { number } of await webhooks.listDeliveries(webhook.id)) await webhooks.sendAgain(webhook.id, number)
    await deliver()
    expect(listIds(receiver.taken).slice(0, 1)).toEqual([third])
    expect(listIds(receiver.taken).slice(1).sort()).toEqual([first, second, third].sort())
    expect(Object.values(await states(webhook.id))).toEqual(["delivered", "delivered", "delivered"])
  })

  test("sending a waiting message again tries those before it at once; so does another address", async () => {
    const { add, create, tell, deliver, webhooks, states } = await telling(kind)
    const [receiver, moved] = [await webhookReceiver(), await webhookReceiver()]
    const { webhook, secret } = await add(receiver)
    const id = await create()
    receiver.answer = () => 500
    const sent = [await tell(id), await tell(id), await tell(id)]
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [, second] = await webhooks.listDeliveries(webhook.id)
    await webhooks.sendAgain(webhook.id, second?.number as number)
    await deliver()
    expect(listIds(receiver.received)).toEqual([sent[0], sent[0]])
    await webhooks.edit(webhook.id, { url: moved.url }, localActor)
    await deliver()
    expect(listIds(moved.taken)).toEqual(sent)
    expect(Object.values(await states(webhook.id))).toEqual(["delivered", "delivered", "delivered"])
    const [{ headers, body }] = moved.taken as [ReceivedMessage]
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  })

  test("a receiver that is slow keeps no other waiting, and one that is removed gets nothing more", async () => {
    const { service, add, create, tell, deliverer, deliver, webhooks, store } = await telling(kind)
    const [slow, quick] = [await webhookReceiver(), await webhookReceiver()]
    let letGo = (): void => undefined
    slow.answer = (_message, response) => {
      letGo = () => response.writeHead(204).end()
      return null
    }
    const { webhook } = await add(slow)
    await add(quick)
    const id = await create()
    const sent = [await tell(id), await tell(id), await tell(id)]
    deliverer.wake()
    await Promise.all([quick.untilTaken(3), slow.untilReceived(1)])
    expect(listIds(quick.taken)).toEqual(sent)
    expect(listIds(slow.received)).toEqual(sent.slice(0, 1))
    await webhooks.remove(webhook.id, localActor)
    letGo()
    await deliver()
    expect(slow.received).toHaveLength(1)
    expect(await store.outbox.deliveriesAfter(0, 10)).toHaveLength(3)
    expect((await store.activity({ limit: 20 })).map(({ action }) => action)).toEqual([
      "add-webhook",
      "add-webhook",
      "create",
      "remove-webhook",
    ])
    await service.changeStatus(id, "finish")
    await deliver()
    expect(quick.taken).toHaveLength(4)
  })

  test("a test is sent once, to one webhook, whatever events that asks for", async () => {
    const { add, deliver, clock, webhooks } = await telling(kind)
    const [receiver, other] = [await webhookReceiver(), await webhookReceiver()]
    const { webhook } = await add(receiver, { events: ["experiment.clear"] })
    await add(other)
    receiver.answer = () => 404
    await webhooks.sendTest(webhook.id)
    await deliver()
    clock.forward(7 * 24 * 3600)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(other.received).toEqual([])
    expect(await webhooks.listDeliveries(webhook.id)).toMatchObject([
      { type: "webhook.test", state: "failed", status: 404, problem: "answered 404", tries: 1 },
    ])
    receiver.answer = () => 204
    await webhooks.sendTest(webhook.id)
    await deliver()
    expect(JSON.parse(receiver.taken[0]?.body ?? "")).toMatchObject({ type: "webhook.test", data: {} })
  })

  test("settled messages are deleted after thirty days; waiting ones are not", async () => {
    const { add, create, tell, deliver, clock, states } = await telling(kind)
    const receiver = await webhookReceiver()
    const { webhook } = await add(receiver)
    const id = await create()
    const first = await tell(id)
    await deliver()
    clock.forward(29 * 24 * 3600)
    receiver.answer = () => 500
    const second = await tell(id)
    await deliver()
    expect(await states(webhook.id)).toEqual({ [first]: "delivered", [second]: "waiting" })
    clock.forward(1.1 * 24 * 3600)
    await deliver()
    expect(await states(webhook.id)).toEqual({ [second]: "waiting" })
  })
})
