// Adds or changes a webhook: its name, address, message format and events.

import { ClientError } from "@armistice/client"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { TextField } from "../controls/text-field.tsx"
import { describeError } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { type EventName, eventLabels, eventNames, urgentEvents, type Webhook } from "./event-labels.ts"

export interface WebhookDraft {
  readonly name: string
  readonly url: string
  readonly format: Webhook["format"]
  readonly events: Webhook["events"]
}

interface Props {
  /** `null` adds a new one. */
  readonly webhook: Webhook | null
  /** Throws where the service refuses. */
  readonly onSave: (draft: WebhookDraft) => Promise<void>
  readonly onRemove: () => void
  readonly onCancel: () => void
}

interface Problems {
  readonly name?: string
  readonly url?: string
  readonly events?: string
  /** A problem of none of the fields. */
  readonly form?: string
}

export function WebhookForm({ webhook, onSave, onRemove, onCancel }: Props) {
  const [name, setName] = useState(webhook?.name ?? "")
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [format, setFormat] = useState<Webhook["format"]>(webhook?.format ?? "json")
  const [events, setEvents] = useState<ReadonlySet<EventName>>(
    new Set(webhook === null ? urgentEvents : (webhook.events ?? eventNames)),
  )
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const save = async () => {
    if (isBusy) return
    const found = checkDraft(name, url, events)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const all = eventNames.every((one) => events.has(one))
      await onSave({ name: name.trim(), url: url.trim(), format, events: all ? null : [...events] })
    } catch (error) {
      setProblems(readRefusal(error))
      setBusy(false)
    }
  }
  const toggle = (one: EventName) => {
    const next = new Set(events)
    if (!next.delete(one)) next.add(one)
    setEvents(next)
    setProblems(without(problems, "events"))
  }
  return (
    <section class="card" aria-labelledby="webhook-form">
      <h2 id="webhook-form" tabIndex={-1} ref={heading}>
        {webhook === null ? "Add a webhook" : `Change “${webhook.name}”`}
      </h2>
      <form
        class="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div class="field-pair">
          <TextField
            id="webhook-name"
            label="Name"
            value={name}
            problem={problems.name}
            onValue={(text) => {
              setName(text)
              setProblems(without(problems, "name"))
            }}
          />
          <TextField
            id="webhook-url"
            label="Address"
            value={url}
            problem={problems.url}
            onValue={(text) => {
              setUrl(text)
              setProblems(without(problems, "url"))
            }}
          />
        </div>
        <fieldset>
          <legend class="field-label">Form of the message</legend>
          <div class="boxed-choices">
            {(["json", "slack"] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
                {one === "json" ? "Signed JSON" : "Text for Slack"}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset {...(problems.events ? { "aria-describedby": "webhook-events-problem" } : {})}>
          <legend class="field-label">Told about</legend>
          <div class="event-choice">
            {eventNames.map((one) => (
              <label key={one}>
                <input type="checkbox" checked={events.has(one)} onChange={() => toggle(one)} />
                <span>
                  <b>{eventLabels[one].label}</b>
                  <span class="hint">{eventLabels[one].hint}</span>
                </span>
              </label>
            ))}
          </div>
          {problems.events !== undefined && (
            <p class="field-error" id="webhook-events-problem">
              {problems.events}
            </p>
          )}
          <p class="hint">With every box ticked it is told everything, also what later versions add.</p>
        </fieldset>
        {problems.form !== undefined && (
          <p class="note bad" role="alert">
            {problems.form}
          </p>
        )}
        <div class="row">
          <Button type="submit" class="primary" aria-disabled={isBusy}>
            {webhook === null ? "Add, and send a test" : "Save"}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
          {webhook !== null && (
            <Button class="danger push-right" onClick={onRemove}>
              Remove …
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

function checkDraft(name: string, url: string, events: ReadonlySet<EventName>): Problems {
  return {
    ...(name.trim() === "" ? { name: "Give it a name." } : {}),
    ...(url.trim() === "" ? { url: "Give an address, such as https://example.com/hook." } : {}),
    ...(events.size === 0 ? { events: "Choose what it is told about." } : {}),
  }
}

const without = (problems: Problems, field: keyof Problems): Problems => {
  const { [field]: _, form: __, ...rest } = problems
  return rest
}

function readRefusal(error: unknown): Problems {
  const { message } = describeError(error)
  if (!(error instanceof ClientError) || error.code !== "webhook_url_refused") return { form: message }
  if (message.includes("a private address"))
    return { url: "A private address. Use a public https address, or ask the operator to allow it (--webhook-allow)." }
  if (message.includes("without TLS"))
    return { url: "An address without TLS. Use https, or ask the operator to allow it (--webhook-allow)." }
  return { url: `${message.replace(/^url must/, "The address must")}.` }
}
