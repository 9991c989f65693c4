// `armistice webhooks`: manages webhooks in the store. The running service sends the messages.

import { readFileSync } from "node:fs"
import type { editWebhooks } from "@armistice/service"
import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { defined, type OptionValues, splitList, text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { checkStoreExists } from "../options/read-file.ts"
import { formatShortCount } from "../print/numbers.ts"
import { printResult } from "../print/print-result.ts"
import { UsageError } from "../usage-error.ts"

const actions = ["list", "add", "remove", "test", "deliveries", "resend"] as const

const own = {
  action: { kind: "choice", values: actions, about: "what to do" },
  id: text("of the webhook", "id"),
  delivery: text("number of the message to send again (resend)", "number"),
  store: text("the service's file or postgres://... (armistice.db if left out)", "store"),
  name: text("what the new webhook is for", "text"),
  url: text("where messages are sent: https, and public unless it is allowed", "address"),
  format: { kind: "choice", values: ["json", "slack"], default: "json", about: "signed JSON, or a text for Slack" },
  events: text("what it is told about, separated by commas; everything if left out", "names"),
  webhookAllow: text("hosts and networks that the service allows, as for serve", "hosts"),
  subjectKey: text("file with the store's key, for Postgres (beside a file's store if left out)", "file"),
  ...configOption,
  json: outputOptions.json,
} as const

export const webhooks = defineCommand({
  options: own,
  operands: ["action", "id", "delivery"],
  async run(values) {
    const { action, store: place = "armistice.db", json, webhookAllow, subjectKey } = values
    if (action === undefined) throw new UsageError(`webhooks needs an action: ${actions.join(", ")}`)
    checkStoreExists(place)
    const service = await import("@armistice/service")
    const options = defined({
      allow: splitList(webhookAllow),
      subjectKey: subjectKey === undefined ? undefined : readFileSync(subjectKey, "utf8").trim(),
    })
    return service.editWebhooks(place, options, async (editor) => {
      const result = await run(action, editor, values, service.webhookEventNames)
      printResult(json, result.json, result.text)
      if (result.note !== undefined && !json) process.stderr.write(result.note)
      return result.isUndelivered ? exitCodes.undelivered : exitCodes.done
    })
  },
})

type Editor = Parameters<Parameters<typeof editWebhooks>[2]>[0]
type Delivery = Awaited<ReturnType<Editor["view"]>>
type View = Awaited<ReturnType<Editor["list"]>>[number]
type EventName = typeof import("@armistice/service").webhookEventNames[number]

interface ActionResult {
  readonly json: unknown
  readonly text: string
  /** To stderr. */
  readonly note?: string | undefined
  readonly isUndelivered?: boolean
}

const actor = { id: null, name: "command" } as const

async function run(
  action: (typeof actions)[number],
  editor: Editor,
  values: OptionValues<typeof own>,
  names: readonly EventName[],
): Promise<ActionResult> {
  const { webhooks } = editor
  if (action === "list") {
    const list = await editor.list()
    return { json: list, text: list.map(formatWebhook).join("") || "no webhooks\n" }
  }
  if (action === "add") {
    const { name, url, format } = values
    if (name === undefined || url === undefined)
      throw new UsageError(`webhooks add needs --name and --url, got no ${name === undefined ? "name" : "url"}`)
    const events = values.events === undefined ? null : readEvents(values.events, names)
    const { webhook, secret } = await webhooks.add({ name, url, format, events }, actor)
    const note = `webhook ${webhook.id}; its secret is not stored and cannot be shown again\n`
    return { json: { ...webhook, secret }, text: `${secret}\n`, note }
  }
  const { id } = values
  if (id === undefined) throw new UsageError(`webhooks ${action} needs the id of a webhook`)
  if (action === "remove") {
    await webhooks.remove(id, actor)
    return { json: { id, removed: true }, text: `removed ${id}\n` }
  }
  if (action === "deliveries") {
    const list: Delivery[] = []
    for (const row of await webhooks.listDeliveries(id, undefined, 200)) list.push(await editor.view(row))
    return { json: list, text: list.map(formatDelivery).join("") || "nothing was sent\n" }
  }
  if (action === "resend") {
    const number = Number(values.delivery)
    if (!Number.isSafeInteger(number) || number < 1)
      throw new UsageError(`webhooks resend needs the number of a delivery, got ${values.delivery ?? "nothing"}`)
    const again = await editor.view(await webhooks.sendAgain(id, number))
    return { json: again, text: formatDelivery(again) }
  }
  const tested = await editor.view(await webhooks.test(id))
  const isWaiting = tested.state === "waiting"
  return {
    json: tested,
    text: formatDelivery(tested),
    note: isWaiting ? "nobody has sent it yet: is the service running on this store?\n" : undefined,
    isUndelivered: tested.state !== "delivered",
  }
}

function readEvents(given: string, names: readonly EventName[]): EventName[] {
  return splitList(given).map((one) => {
    const found = names.find((name) => name === one)
    if (found === undefined) throw new UsageError(`each of --events must be one of ${names.join(", ")}, got "${one}"`)
    return found
  })
}

function formatWebhook({ id, name, url, format, events, state, waiting, last }: View): string {
  const waits = waiting === 0 ? "" : `, ${formatShortCount(waiting)} waiting`
  const problem = last?.problem == null ? "" : ` (${last.problem})`
  const topics = events === null ? "everything" : events.join(", ")
  return `${id}  ${name}  ${url}  ${format}\n  told about ${topics}\n  ${state}${waits}${problem}\n`
}

function formatDelivery({ number, type, experiment, at, state, tries, nextTryAt, problem }: Delivery): string {
  const about = experiment === null ? "" : `  ${experiment.name}`
  const next = nextTryAt === null ? "" : `, next at ${nextTryAt}`
  const why = problem === null ? "" : ` (${problem})`
  return `${number}  ${at}  ${type}${about}  ${state}, ${tries === 1 ? "1 try" : `${formatShortCount(tries)} tries`}${next}${why}\n`
}
