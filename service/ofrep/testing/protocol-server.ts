// A server on either store whose answers to remote evaluations are checked against the protocol.

import { expect } from "vitest"
import { anyServer, type StoreKind } from "../../testing/any-server.ts"
import { findViolations } from "./protocol-answers.ts"

export async function protocolServer(kind: StoreKind, options: Parameters<typeof anyServer>[1] = {}) {
  const server = await anyServer(kind, options)
  const call: typeof server.call = async (method, url, ...more) => {
    const answer = await server.call(method, url, ...more)
    expect(findViolations(url, answer), `${method} ${url.slice(0, 80)}: ${answer.text}`).toEqual([])
    return answer
  }
  return { ...server, call }
}
