// Requests to the audited service over one connection that stays open: an audit makes tens of thousands.

import { Agent, request } from "node:http"

export interface Answer {
  readonly status: number
  readonly text: string
  /** The body, where it is a JSON document. */
  readonly json: unknown
}

export class Line {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  /** Until `isEnough` of a stream has come, or all of an answer. */
  ask(method: string, path: string, body?: unknown, isEnough?: (text: string) => boolean): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(this.#address + path, {
        method,
        // A stream is left in the middle, which ends its connection.
        ...(isEnough === undefined ? { agent: this.#agent } : { agent: false }),
        ...(payload === undefined
          ? {}
          : { headers: { "content-type": "application/json", "content-length": Buffer.byteLength(payload) } }),
      })
      sent.on("error", reject)
      sent.on("response", (response) => {
        let text = ""
        const finish = () => {
          const isJson = /^application\/(problem\+)?json/.test(response.headers["content-type"] ?? "") && text !== ""
          resolve({ status: response.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : null })
        }
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => {
          text += chunk
          if (isEnough?.(text) !== true) return
          finish()
          sent.destroy()
        })
        response.on("end", finish)
      })
      sent.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
