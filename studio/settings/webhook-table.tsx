// The webhooks: which events each reports, its last message, and whether that arrived.

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
          : `${answerText(last)}${last.nextTryAt === null ? "" : `; next try on ${formatMoment(Date.parse(last.nextTryAt))}`}`}
      </small>
    </>
  )
}

/** "answered 503", or why there was no answer. */
export const answerText = ({ status, problem }: Delivery): string =>
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
        {last === null ? "" : `: ${answerText(last)}`}. Nothing waits for it; later messages are tried as they come.
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
