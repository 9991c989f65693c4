// A receiver of webhooks on loopback that keeps what it was sent, and answers as a test wants it
// to.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

export interface ReceivedMessage {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookReceiver {
  readonly url: string
  /** Also what was refused. */
  readonly received: ReceivedMessage[]
  /** Only what was taken. */
  readonly taken: ReceivedMessage[]
  /** Its answer to a message; 204 by default. */
  answer: (message: ReceivedMessage, response: ServerResponse) => number | null
  /** Resolves once so many were received. */
  untilReceived(count: number): Promise<void>
  /** Resolves once so many were taken. */
  untilTaken(count: number): Promise<void>
}

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  const taken: ReceivedMessage[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const body = Buffer.concat(parts).toString()
      const message = { path: request.url ?? "", headers: request.headers, body }
      received.push(message)
      const status = receiver.answer(message, response)
      if (status !== null) {
        if (status < 300) taken.push(message)
        response.writeHead(status).end()
      }
      for (const look of waiting) look()
    })
  })
  const until = (messages: readonly ReceivedMessage[], count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (messages.length < count) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    taken,
    answer: () => 204,
    untilReceived: (count) => until(received, count),
    untilTaken: (count) => until(taken, count),
  }
  return receiver
}
