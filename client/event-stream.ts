// Server-sent events over fetch, which unlike EventSource can send a key. A lost connection is
// resumed where it ended.

import { ClientError } from "./client-error.ts"
import { type RequestOptions, toClientError } from "./request.ts"

/** Something that happened in an experiment. */
export interface ServiceEvent {
  /** Such as "release" or "progress". */
  readonly kind: string
  /** On events from which a stream can be resumed. */
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
  const isAborted = () => signal?.aborted === true
  while (!isAborted()) {
    try {
      for await (const event of readConnection(options, path, last, signal)) {
        last = event.id ?? last
        yield event
        if (isAborted()) return
      }
    } catch (error) {
      if (isAborted()) return
      if (error instanceof ClientError && !error.isTemporary) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function* readConnection(
  options: RequestOptions,
  path: string,
  last: string | null,
  signal?: AbortSignal,
): AsyncGenerator<ServiceEvent> {
  const response = await options.fetch(`${options.baseUrl}${path}`, {
    headers: {
      accept: "text/event-stream",
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(last === null ? {} : { "last-event-id": last }),
    },
    signal: signal ?? null,
  })
  if (!response.ok || response.body === null) throw toClientError(response, await response.text())
  const decoder = new TextDecoder()
  let text = ""
  const reader = response.body.getReader()
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
    // A reader that has seen enough closes the connection.
    void reader.cancel().catch(() => undefined)
  }
}

/** One block of lines; null for a comment, which only keeps the connection open. */
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
