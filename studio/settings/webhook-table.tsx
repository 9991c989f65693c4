// Tables of the webhooks, with the last message of each, and of the messages sent to one of them.

import { Button } from "../layout/button.tsx"
import { Link } from "../layout/link.tsx"
import { TableHead } from "../layout/table-head.tsx"
import { formatMoment } from "../text/times.ts"
import { type Delivery, formatEventLabel, listEvents, type Webhook } from "./event-labels.ts"

interface Props {
  readonly webhooks: readonly Webhook[]
  /** The webhook whose messages are shown below. */
  readonly chosen: string | null
  readonly onTest: (webhook: Webhook) => void
  readonly onSendAgain: (webhook: Webhook, delivery: Delivery) => void
  readonly onEdit: (webhook: Webhook) => void
}

export function WebhookTable({ webhooks, chosen, onTest, onSendAgain, onEdit }: Props) {
  return (
    <table class="stacked-table settings-table">
      <TableHead columns={["Name", "Told about", "Last message", "State", "Actions"]} />
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row">
              {webhook.name}
              <small>{webhook.url}</small>
            </th>
            <td class="full-row">
              {listEvents(webhook.events)}
              <small>{webhook.format === "slack" ? "text for Slack" : "signed JSON"}</small>
            </td>
            <td class="full-row">
              <LastMessage last={webhook.last} />
            </td>
            <td class="row-state">
              <StateChip state={webhook.state} />
            </td>
            <td class="full-row">
              <div class="row">
                {webhook.state === "failing" && webhook.last !== null ? (
                  <Button
                    class="small"
                    onClick={() => onSendAgain(webhook, webhook.last as Delivery)}
                    aria-label={`Send again to ${webhook.name}`}
                  >
                    Send again
                  </Button>
                ) : (
                  <Button class="small" onClick={() => onTest(webhook)} aria-label={`Send a test to ${webhook.name}`}>
                    Send a test
                  </Button>
                )}
                <Button class="small" onClick={() => onEdit(webhook)} aria-label={`Edit ${webhook.name}`}>
                  Edit
                </Button>
                {webhooks.length > 1 && (
                  <Link
                    to={`/settings/webhooks?of=${webhook.id}`}
                    class="btn small"
                    current={webhook.id === chosen}
                    staysInPlace
                    label={`Messages to ${webhook.name}`}
                  >
                    Messages
                  </Link>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LastMessage({ last }: { readonly last: Webhook["last"] }) {
  if (last === null) return <>None yet</>
  const about =
    last.experiment === null ? formatEventLabel(last.type) : `${formatEventLabel(last.type)}: ${last.experiment.name}`
  return (
    <>
      {formatMoment(Date.parse(last.lastTryAt ?? last.at))}
      <small>
        {last.state === "delivered"
          ? about
          : `${describeAnswer(last)}${last.nextTryAt === null ? "" : `; next try on ${formatMoment(Date.parse(last.nextTryAt))}`}`}
      </small>
    </>
  )
}

/** "answered 503", or why there was no answer. */
export const describeAnswer = ({ status, problem }: Delivery): string =>
  status !== null ? `answered ${status}` : (problem ?? "no answer")

function StateChip({ state }: { readonly state: Webhook["state"] }) {
  if (state === "new") return <span class="chip hollow">Nothing sent yet</span>
  return state === "delivered" ? <span class="chip good">Delivered</span> : <span class="chip bad">Failing</span>
}

/** Why a webhook was not reached, and what happens to its messages. */
export function FailingNote({ webhook }: { readonly webhook: Webhook }) {
  const { name, failingSince, waiting, givenUpAt, last } = webhook
  if (failingSince === null)
    return (
      <p class="note bad">
        <b>The last message to “{name}” failed</b>
        {last === null ? "" : `: ${describeAnswer(last)}`}. Nothing waits for it; later messages are tried as they come.
      </p>
    )
  return (
    <p class="note bad">
      <b>
        “{name}” has not answered since {formatMoment(Date.parse(failingSince))}.
      </b>{" "}
      {waiting === 1 ? "One message waits." : `${waiting} messages wait.`} Each is tried for three days, then marked as
      failed, and later ones go on.
      {givenUpAt === null ? "" : ` The first is given up on ${formatMoment(Date.parse(givenUpAt))}.`}
    </p>
  )
}

interface DeliveriesProps {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly onSendAgain: (webhook: Webhook, delivery: Delivery) => void
}

export function Deliveries({ webhook, deliveries, onSendAgain }: DeliveriesProps) {
  return (
    <section class="card" aria-labelledby="deliveries">
      <div class="between">
        <h2 id="deliveries">Messages to “{webhook.name}”</h2>
        <span class="text-sm muted">in order for each experiment</span>
      </div>
      {deliveries.length === 0 ? (
        <p class="sub">None yet.</p>
      ) : (
        <table class="stacked-table settings-table">
          <TableHead columns={["Event", "Tries", "State", "Actions"]} />
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.number}>
                <th scope="row">
                  {formatEventLabel(delivery.type)}
                  <small>
                    {delivery.experiment === null ? "" : `${delivery.experiment.name} · `}
                    {formatMoment(Date.parse(delivery.at))}
                  </small>
                </th>
                <td class="full-row">
                  {describeTries(delivery)}
                  {delivery.state !== "delivered" && delivery.tries > 0 && <small>{describeAnswer(delivery)}</small>}
                </td>
                <td class="row-state">
                  <span class={`chip ${stateTones[delivery.state]}`}>{stateNames[delivery.state]}</span>
                </td>
                <td class="full-row">
                  <Button
                    class="small"
                    aria-label={`Send again: ${formatEventLabel(delivery.type)}, ${formatMoment(Date.parse(delivery.at))}`}
                    onClick={() => onSendAgain(webhook, delivery)}
                  >
                    Send again
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const stateTones: Record<Delivery["state"], string> = { waiting: "warn", delivered: "good", failed: "bad" }
const stateNames: Record<Delivery["state"], string> = { waiting: "Waits", delivered: "Delivered", failed: "Failed" }

function describeTries({ state, tries, nextTryAt, givenUpAt }: Delivery): string {
  const count = tries === 0 ? "Not tried yet" : `${tries} ${tries === 1 ? "try" : "tries"}`
  if (state === "waiting" && nextTryAt !== null) return `${count}, next on ${formatMoment(Date.parse(nextTryAt))}`
  if (state === "failed" && givenUpAt !== null) return `${count}, given up on ${formatMoment(Date.parse(givenUpAt))}`
  return count
}
