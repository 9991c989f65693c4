// A webhook that changes while the address of an edit is still being looked up, on either store.

import { describe, expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { AddressPolicy } from "./address-policy.ts"

describe.each(storeKinds)("on %s", (kind) => {
  /** A webhook, and an edit of its address that waits in the lookup until `finishLookup`. */
  async function beginEdit() {
    const { service, store } = await anyService(kind)
    let finishLookup = (): void => undefined
    let noteBegun = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      noteBegun = resolve
    })
    const policy = new AddressPolicy([], async () => {
      noteBegun()
      await new Promise<void>((resolve) => {
        finishLookup = resolve
      })
      return [{ address: "8.8.8.8", family: 4 }]
    })
    const webhooks = service.webhooks(policy)
    const { webhook } = await webhooks.add({ name: "Ops", url: "https://8.8.8.8/hook" }, localActor)
    const edit = webhooks.edit(webhook.id, { url: "https://hooks.example/" }, localActor)
    await begun
    const listEdits = async () =>
      (await store.activity({ limit: 50 })).filter(({ action }) => action === "edit-webhook")
    return { webhooks, webhook, edit, finishLookup: () => finishLookup(), listEdits }
  }

  test("an edit does not create a removed webhook again, and is not in the activity", async () => {
    const { webhooks, webhook, edit, finishLookup, listEdits } = await beginEdit()
    await webhooks.remove(webhook.id, localActor)
    finishLookup()
    await expect(edit).rejects.toMatchObject({ code: "unknown_webhook" })
    expect(await webhooks.list()).toEqual([])
    expect(await listEdits()).toEqual([])
  })

  test("of two edits at once neither is lost", async () => {
    const { webhooks, webhook, edit, finishLookup, listEdits } = await beginEdit()
    await webhooks.edit(webhook.id, { name: "Desk", events: ["experiment.clear"] }, localActor)
    finishLookup()
    const both = { ...webhook, name: "Desk", events: ["experiment.clear"], url: "https://hooks.example/" }
    expect(await edit).toEqual(both)
    expect(await webhooks.list()).toEqual([both])
    expect(await listEdits()).toHaveLength(2)
  })
})
