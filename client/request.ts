// One request with safe retries: growing pauses, or as long as the service asks for.

import type { Problem } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"

export interface RequestOptions {
  readonly baseUrl: string
  readonly key: string | undefined
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly signal: AbortSignal | undefined
}

export interface CallOptions {
  readonly headers?: Record<string, string> | undefined
  /** The request completes even if the page is closed meanwhile. */
  readonly keepalive?: boolean
  /** Not retried: it has no id by which the service would know a repetition. */
  readonly isOnce?: boolean
  /** For all attempts together; without it each attempt has its own timeout. */
  readonly withinMs?: number | undefined
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Sends a request and returns the body of the response. */
export type Send = <Body>(method: Method, path: string, body?: unknown, call?: CallOptions) => Promise<Body>

const longestRetryAfterMs = 30_000

/** Requests carry their own ids, so all but those with `isOnce` may be retried. */
export async function request(
  options: RequestOptions,
  method: Method,
  path: string,
  body?: unknown,
  call: CallOptions = {},
): Promise<unknown> {
  const { withinMs = Number.POSITIVE_INFINITY, isOnce = false } = call
  const retries = isOnce ? 0 : options.retries
  const end = performance.now() + withinMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptRequest(options, method, path, body, { ...call, withinMs, end })
    } catch (error) {
      if (!(error instanceof ClientError) || !error.isTemporary || attempt >= retries) throw error
      const backoff = Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2)
      const wait = Math.min(longestRetryAfterMs, error.retryAfterMs ?? backoff)
      if (performance.now() + wait >= end) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

async function attemptRequest(
  { baseUrl, key, signal, timeoutMs, fetch }: RequestOptions,
  method: Method,
  path: string,
  body: unknown,
  { headers = {}, keepalive = false, withinMs, end }: CallOptions & { withinMs: number; end: number },
): Promise<unknown> {
  const limit = Math.min(timeoutMs, withinMs)
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(limit, end - performance.now()))))
  let response: Response
  let text: string
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(keepalive ? { keepalive } : {}),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted === true) throw new ClientError("aborted", 0, "the caller's signal aborted the request")
    if (timeout.aborted) throw new ClientError("no_answer", 0, `the service did not answer within ${limit} ms`)
    throw unreachable(baseUrl, describeFailure(error))
  }
  if (!response.ok) throw toClientError(response, text)
  if (text === "") return null
  const content = parseJson(text)
  if (content === undefined) throw unreachable(baseUrl, "the answer is not JSON")
  return content
}

/** The error for a response that is not ok, from the service or from something in front of it. */
export function toClientError({ status, headers }: Response, text: string): ClientError {
  const problem = (parseJson(text) ?? null) as Problem | null
  const message = problem?.detail ?? `the service answered with status ${status} and no reason`
  const seconds = Number(headers.get("retry-after") ?? Number.NaN)
  const retryAfterMs = Number.isNaN(seconds) ? null : 1000 * seconds
  return new ClientError(problem?.code ?? "unknown", status, message, problem, retryAfterMs)
}

const unreachable = (baseUrl: string, reason: string): ClientError =>
  new ClientError("unreachable", 0, `the service cannot be reached at ${baseUrl}: ${reason}`)

/** Node has the reason as the cause; browsers do not tell it to pages. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error as { cause?: { message?: string; code?: string } }
  const reason = cause?.message || cause?.code
  if (reason) return reason
  const isPage = typeof document !== "undefined"
  return isPage ? `${error.message} (no connection, or --cors does not name ${location.origin})` : error.message
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
