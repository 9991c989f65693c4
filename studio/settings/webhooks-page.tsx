// The settings of webhooks: which events are sent where, and whether messages arrive, read again
// every few seconds.

import { useCallback, useState } from "preact/hooks"
import { goTo, type PageProps } from "../address.ts"
import { Question } from "../controls/question.tsx"
import { may, useAccount } from "../experiments/account.ts"
import { connect, describeError } from "../experiments/connection.ts"
import { ErrorPage } from "../experiments/error-page.tsx"
import { SignIn } from "../experiments/sign-in.tsx"
import { type Reading, useReading } from "../experiments/use-reading.ts"
import { Button } from "../layout/button.tsx"
import { Loading } from "../layout/states.tsx"
import type { Delivery, Webhook } from "./event-labels.ts"
import { NewSecret, newSecretId } from "./new-secret.tsx"
import { SettingsFrame } from "./settings-frame.tsx"
import { WebhookForm } from "./webhook-form.tsx"
import { Deliveries, describeAnswer, FailingNote, WebhookTable } from "./webhook-table.tsx"

interface Notice {
  readonly isBad: boolean
  readonly text: string
}

export function WebhooksPage({ address }: PageProps) {
  const account = useAccount()
  const mayOperate = may(account, "operate")
  const {
    data: read,
    requestError,
    refresh,
  } = useWebhooks(new URLSearchParams(address.query).get("of"), account === null || mayOperate)
  const [edited, setEdited] = useState<Webhook | "new" | null>(null)
  const [removed, setRemoved] = useState<Webhook | null>(null)
  const [created, setCreated] = useState<{ readonly name: string; readonly secret: string } | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)

  if (account !== null && !mayOperate)
    return <SignIn words="Webhooks are for those who may operate." onKey={() => location.reload()} />
  if (requestError !== null && (read === null || (requestError.kind === "unauthorized" && created === null)))
    return <ErrorPage requestError={requestError} onAgain={() => void refresh()} />
  if (read === null || account === null) return <Loading what="webhooks" />

  /** Runs `work` and shows how it went. A failure stays until the next attempt. */
  const attempt = async (work: () => Promise<Notice>) => {
    setNotice(null)
    try {
      setNotice(await work())
    } catch (error) {
      setNotice({ isBad: true, text: describeError(error).message })
    }
    await refresh()
  }
  /** A secret that is shown must be stored before the next one takes its place. */
  const addWebhook = () => (created === null ? setEdited("new") : document.getElementById(newSecretId)?.focus())
  /** Keeps its messages in view after it stops failing. */
  const showMessages = ({ id }: Pick<Webhook, "id">) => goTo(`/settings/webhooks?of=${id}`, true)
  const sendTest = (webhook: Pick<Webhook, "id" | "name">) =>
    attempt(async () => {
      const test = await connect(0).webhook(webhook.id).test()
      showMessages(webhook)
      return testNotice(webhook.name, test)
    })
  const sendAgain = (webhook: Webhook, delivery: Delivery) =>
    attempt(async () => {
      await connect().webhook(webhook.id).sendAgain(delivery.number)
      showMessages(webhook)
      return { isBad: false, text: `Sent to “${webhook.name}” again; below is how that goes.` }
    })
  const { webhooks, chosen, deliveries } = read
  const isEmpty = webhooks.length === 0
  return (
    <SettingsFrame account={account} at="/settings/webhooks">
      <section class="card" aria-labelledby="webhooks">
        <div class="between">
          <h2 id="webhooks">Webhooks</h2>
          <Button class={isEmpty ? "primary" : ""} aria-expanded={edited === "new"} onClick={addWebhook}>
            Add a webhook
          </Button>
        </div>
        <p class="sub">
          Someone is told when something happens, without looking here. Messages hold names and figures that are already
          published, never a person or an answer.
        </p>
        {isEmpty ? (
          <p class="sub">There is none yet: nobody is told anything unless they look.</p>
        ) : (
          <WebhookTable
            webhooks={webhooks}
            chosen={chosen?.id ?? null}
            onTest={(webhook) => void sendTest(webhook)}
            onSendAgain={(webhook, delivery) => void sendAgain(webhook, delivery)}
            onEdit={setEdited}
          />
        )}
        {webhooks
          .filter(({ state }) => state === "failing")
          .map((webhook) => (
            <FailingNote key={webhook.id} webhook={webhook} />
          ))}
        <div role="status">
          {requestError !== null && (
            <p class="note warn">The service does not answer just now; this page goes on by itself.</p>
          )}
          {notice !== null && <p class={notice.isBad ? "note bad" : "note good"}>{notice.text}</p>}
        </div>
      </section>
      {created !== null && (
        <NewSecret
          title={`The secret of “${created.name}” is shown once.`}
          secret={created.secret}
          onClose={() => setCreated(null)}
        >
          Your receiver verifies signatures with it (Standard Webhooks). Nobody can show it again: a lost secret is
          replaced by adding the webhook anew.
        </NewSecret>
      )}
      {edited !== null && (
        <WebhookForm
          key={edited === "new" ? "new" : edited.id}
          webhook={edited === "new" ? null : edited}
          onSave={async (draft) => {
            if (edited === "new") {
              const { id, name, secret, format } = await connect().createWebhook(draft)
              setEdited(null)
              if (format === "json") setCreated({ name, secret })
              await sendTest({ id, name })
            } else {
              await connect().webhook(edited.id).edit(draft)
              setEdited(null)
              await attempt(async () => ({ isBad: false, text: `“${draft.name}” is changed.` }))
            }
          }}
          onRemove={() => edited !== "new" && setRemoved(edited)}
          onCancel={() => setEdited(null)}
        />
      )}
      {chosen !== null && (
        <Deliveries
          webhook={chosen}
          deliveries={deliveries}
          onSendAgain={(webhook, delivery) => void sendAgain(webhook, delivery)}
        />
      )}
      {removed !== null && (
        <Question
          title={`Remove “${removed.name}”?`}
          stay="Keep it"
          go="Remove it"
          isDanger
          onGo={async () => {
            try {
              await connect().webhook(removed.id).remove()
            } catch (error) {
              return describeError(error).message
            }
            setEdited(null)
            await refresh()
            return null
          }}
          onClose={() => setRemoved(null)}
        >
          <p class="text-sm">
            It is told nothing any more. {removed.waiting === 0 ? "No message waits" : "Messages that wait"} for it
            {removed.waiting === 0 ? "" : " are dropped"}, and the list of what was sent to it goes.
          </p>
        </Question>
      )}
    </SettingsFrame>
  )
}

const testNotice = (name: string, test: Delivery): Notice =>
  test.state === "delivered"
    ? { isBad: false, text: `The test reached “${name}”.` }
    : { isBad: true, text: `The test did not reach “${name}”: ${describeAnswer(test)}.` }

const latest = 20

interface ReadWebhooks {
  readonly webhooks: readonly Webhook[]
  /** The webhook whose messages are shown; `null` where there is none. */
  readonly chosen: Webhook | null
  readonly deliveries: readonly Delivery[]
}

/** `wanted` is the webhook whose messages are asked for; otherwise one that fails, or the first. */
export function useWebhooks(wanted: string | null, isWanted: boolean): Reading<ReadWebhooks> {
  const read = useCallback(() => readWebhooks(wanted), [wanted])
  return useReading(read, { isWanted, everyMs: 5000 })
}

async function readWebhooks(wanted: string | null): Promise<ReadWebhooks> {
  const client = connect(0)
  const { webhooks } = await client.listWebhooks()
  const chosen =
    webhooks.find(({ id }) => id === wanted) ??
    webhooks.find(({ state }) => state === "failing") ??
    webhooks.find(({ last }) => last !== null) ??
    null
  if (chosen === null) return { webhooks, chosen, deliveries: [] }
  const { deliveries } = await client.webhook(chosen.id).deliveries({ limit: latest })
  return { webhooks, chosen, deliveries }
}
