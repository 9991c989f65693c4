// Looks after the webhooks of a store of either kind, for the command; a service that runs on it notices at once.

import { sharedSubjectKey, subjectKeyFor } from "../keys/subject-key.ts"
import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { AddressPolicy } from "./address-policy.ts"
import { deliveryView, webhookView } from "./view.ts"
import { Webhooks } from "./webhooks.ts"

export interface EditWebhooksOptions {
  /** 32 bytes in base64url, where they are not in a file beside the store. */
  readonly subjectKey?: string
  /** As `serve --webhook-allow` has it. */
  readonly allow?: readonly string[]
}

/** What the command needs: changes, and views of what there is. */
export interface WebhookEditor {
  readonly webhooks: Webhooks
  list(): Promise<Awaited<ReturnType<typeof webhookView>>[]>
  view(delivery: Awaited<ReturnType<Webhooks["delivery"]>>): ReturnType<typeof deliveryView>
}

export async function editWebhooks<Result>(
  place: string,
  { subjectKey, allow = [] }: EditWebhooksOptions,
  work: (editor: WebhookEditor) => Promise<Result>,
): Promise<Result> {
  const policy = new AddressPolicy(allow)
  if (isPostgresUrl(place)) {
    const store = await openPostgresStore(place, { connections: 1 })
    return closing(store, async () => work(editorOf(store, await sharedSubjectKey(store, subjectKey), policy)))
  }
  const store = openSqliteStore(place)
  return closing(store, async () => work(editorOf(store, subjectKeyFor(store, subjectKey), policy)))
}

async function closing<Result>(store: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    await store.close()
  }
}

function editorOf(store: Store, storeKey: Uint8Array, policy: AddressPolicy): WebhookEditor {
  const { outbox } = store
  // The service's time never goes back; rows of the command are dated like keys.
  const webhooks = new Webhooks({ outbox, storeKey, policy, time: () => Date.now() })
  const nameOf = async (experiment: string) => (await store.experiment(experiment))?.metadata?.name ?? experiment
  return {
    webhooks,
    list: async () => {
      const views = []
      for (const row of await webhooks.list()) views.push(await webhookView(row, await outbox.summary(row.id), nameOf))
      return views
    },
    view: (row) => deliveryView(row, nameOf),
  }
}
