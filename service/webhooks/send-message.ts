// One try to deliver a message: an HTTP POST to a checked address within a time limit. Redirects
// are not followed, and the body of the answer is discarded.

import type { LookupAddress } from "node:dns"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { type AddressPolicy, AddressRefused, type CheckedTarget, NameNotFound } from "./address-policy.ts"

export interface OutgoingMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `problem` is null after a success. */
export interface SendResult {
  readonly status: number | null
  readonly problem: string | null
}

export interface SendLimits {
  readonly policy: AddressPolicy
  readonly timeoutMs: number
  /** Ends the try, such as when the service stops. */
  readonly signal: AbortSignal
}

const largestAnswerBytes = 64 * 1024

export async function sendMessage(message: OutgoingMessage, limits: SendLimits): Promise<SendResult> {
  const { policy, timeoutMs, signal } = limits
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = AbortSignal.any([timeout, signal])
  try {
    const target = await orAborted(policy.resolve(new URL(message.url)), ended)
    const status = await post(target, message, ended)
    return { status, problem: status >= 200 && status < 300 ? null : describeStatus(status) }
  } catch (error) {
    if (timeout.aborted) return { status: null, problem: `no answer within ${timeoutMs / 1000} s` }
    return { status: null, problem: describeError(error) }
  }
}

function post({ url, host, addresses }: CheckedTarget, { headers, body }: OutgoingMessage, signal: AbortSignal) {
  const isSecure = url.protocol === "https:"
  const options = {
    method: "POST",
    host,
    lookup: pinned(addresses),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "armistice",
    },
    // No connection is shared with another try, whose name may have meant another address.
    agent: false as const,
    signal,
  }
  return new Promise<number>((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage): void => discard(answer, () => resolve(answer.statusCode as number))
    const sent = isSecure
      ? httpsRequest({ ...options, ...(isIP(host) === 0 ? { servername: host } : {}) }, onAnswer)
      : httpRequest(options, onAnswer)
    sent.on("error", reject)
    sent.end(body)
  })
}

/** Replaces a second lookup, whose result would be unchecked. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses as [LookupAddress]
    if (all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }

/** The status is known, so errors of the body do not matter. */
function discard(answer: IncomingMessage, done: () => void): void {
  let bytes = 0
  answer.on("data", (part: Buffer) => {
    bytes += part.length
    if (bytes > largestAnswerBytes) answer.destroy()
  })
  answer.on("error", done)
  answer.on("close", done)
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
}

/** Never quotes the address, which may be a secret. */
function describeError(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const { code } = (error instanceof NameNotFound ? error.cause : error) as NodeJS.ErrnoException
  return code === undefined ? "could not be sent" : `could not be sent: ${code}`
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error("aborted"))
    signal.addEventListener("abort", abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })
}
