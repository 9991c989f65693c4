// The messages sent to one webhook, newest first: the event, the number of tries, and whether it
// arrived.

import { Button } from "../layout/button.tsx"
import { TableHead } from "../layout/table-head.tsx"
import { formatMoment } from "../text/times.ts"
import { type Delivery, formatEventLabel, type Webhook } from "./event-labels.ts"
import { answerText } from "./webhook-table.tsx"

interface Props {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly onSendAgain: (webhook: Webhook, delivery: Delivery) => void
}

export function Deliveries({ webhook, deliveries, onSendAgain }: Props) {
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
                  {triesText(delivery)}
                  {delivery.state !== "delivered" && delivery.tries > 0 && <small>{answerText(delivery)}</small>}
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

function triesText({ state, tries, nextTryAt, givenUpAt }: Delivery): string {
  const count = tries === 0 ? "Not tried yet" : `${tries} ${tries === 1 ? "try" : "tries"}`
  if (state === "waiting" && nextTryAt !== null) return `${count}, next on ${formatMoment(Date.parse(nextTryAt))}`
  if (state === "failed" && givenUpAt !== null) return `${count}, given up on ${formatMoment(Date.parse(givenUpAt))}`
  return count
}
