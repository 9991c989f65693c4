// Server-sent events over fetch (which, unlike EventSource, can send a key), resumed where the line was lost.

import { ClientError } from "./client-error.ts"
import { type RequestOptions, refusalOf } from "./request.ts"

export interface ServiceEvent {
  readonly kind: string
  /** Present on events that can be resumed from. */
  readonly id: string | null
  readonly data: unknown
}

export async function* eventStream(
  options: RequestOptions,
  path: string,
  from?: string,
  signal?: AbortSignal,
): AsyncGenerator<ServiceEvent> {
  let last = from ?? null
  const isOver = () => signal?.aborted === true
  while (!isOver()) {
    try {
      for await (const event of readOnce(options, path, last, signal)) {
        last = event.id ?? last
        yield event
        if (isOver()) return
      }
    } catch (error) {
      if (isOver()) return
      if (error instanceof ClientError && !error.isTemporary) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function* readOnce(
  options: RequestOptions,
  path: string,
  last: string | null,
  signal?: AbortSignal,
): AsyncGenerator<ServiceEvent> {
  const answer = await options.fetch(`${options.baseUrl}${path}`, {
    headers: {
      accept: "text/event-stream",
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(last === null ? {} : { "last-event-id": last }),
    },
    ...(signal === undefined ? {} : { signal }),
  })
  if (!answer.ok || answer.body === null) throw refusalOf(answer, await answer.text())
  const decoder = new TextDecoder()
  let text = ""
  const reader = answer.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split("\n\n")
      text = blocks.pop() ?? ""
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event !== null) yield event
      }
    }
  } finally {
    // A reader that has seen enough lets go of the line.
    void reader.cancel().catch(() => undefined)
  }
}

/** One block of lines; null for a comment, which only keeps the line open. */
function parseEvent(block: string): ServiceEvent | null {
  const field = (name: string) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = field("data")
  if (data === undefined) return null
  return { kind: field("event") ?? "message", id: field("id") ?? null, data: JSON.parse(data) as unknown }
}
