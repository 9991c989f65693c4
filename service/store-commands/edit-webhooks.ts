// Changes the webhooks of a store of either kind, for the command; a service that runs on it
// notices at once.

import { loadSharedSubjectKey, loadSubjectKey } from "../keys/subject-key.ts"
import { PostgresStore } from "../store/postgres/postgres-store.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"
import { viewDelivery, viewWebhook } from "../webhooks/view.ts"
import { Webhooks } from "../webhooks/webhooks.ts"
import { withStore } from "./with-store.ts"

interface EditWebhooksOptions {
  /** 32 bytes in base64url; without it the key is read from the file beside the store. */
  readonly subjectKey?: string
  /** Hosts and networks beside public ones, as in `serve --webhook-allow`. */
  readonly allow?: readonly string[]
}

interface WebhookEditor {
  readonly webhooks: Webhooks
  list(): Promise<Awaited<ReturnType<typeof viewWebhook>>[]>
  view(delivery: Awaited<ReturnType<Webhooks["readDelivery"]>>): ReturnType<typeof viewDelivery>
}

/** Opens the store at `place` and hands its webhooks to `work`. */
export async function editWebhooks<Result>(
  place: string,
  { subjectKey, allow = [] }: EditWebhooksOptions,
  work: (editor: WebhookEditor) => Promise<Result>,
): Promise<Result> {
  const policy = new AddressPolicy(allow)
  return withStore(place, async (store) => {
    const { outbox } = store
    const storeKey =
      store instanceof PostgresStore ? await loadSharedSubjectKey(store, subjectKey) : loadSubjectKey(store, subjectKey)
    const webhooks = new Webhooks({ outbox, storeKey, policy, time: () => Date.now() })
    const readName = async (id: string) => (await store.experiment(id))?.metadata?.name ?? id
    return work({
      webhooks,
      list: async () => {
        const views = []
        for (const row of await webhooks.list())
          views.push(await viewWebhook(row, await outbox.summary(row.id), readName))
        return views
      },
      view: (row) => viewDelivery(row, readName),
    })
  })
}
