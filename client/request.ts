// One request with safe retries: only what may be repeated is repeated, with growing pauses, and as long as the service asks for.

import type { Problem } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"

export interface RequestOptions {
  readonly baseUrl: string
  readonly key?: string
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly signal?: AbortSignal
}

export interface CallOptions {
  readonly headers?: Record<string, string>
  /** Sent to its end though the page is closed meanwhile. */
  readonly keepalive?: boolean
  /** Not repeated by itself, since it would be done twice. */
  readonly isOnce?: boolean
  /** For all attempts together; without it only each of them has its time. */
  readonly withinMs?: number
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Requests carry their own ids, so all but those that say otherwise may be repeated. */
export async function request(
  options: RequestOptions,
  method: Method,
  path: string,
  body?: unknown,
  call: CallOptions = {},
): Promise<Answer> {
  const { withinMs = Number.POSITIVE_INFINITY } = call
  const retries = call.isOnce === true ? 0 : options.retries
  const end = performance.now() + withinMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(options, method, path, body, { ...call, withinMs, end })
    } catch (error) {
      const failure = error instanceof ClientError ? error : null
      if (failure === null || !failure.isTemporary || attempt >= retries) throw error
      const wait = retryAfter(failure) ?? Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2)
      if (performance.now() + wait >= end) throw error
      await pause(wait)
    }
  }
}

async function once(
  options: RequestOptions,
  method: Method,
  path: string,
  body: unknown,
  { headers = {}, keepalive = false, withinMs, end }: CallOptions & { withinMs: number; end: number },
): Promise<Answer> {
  const { key, signal } = options
  const limit = Math.min(options.timeoutMs, withinMs)
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(limit, end - performance.now()))))
  let answer: Response
  let text: string
  try {
    answer = await options.fetch(`${options.baseUrl}${path}`, {
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
    text = await answer.text()
  } catch (error) {
    if (signal?.aborted === true)
      throw new ClientError("aborted", 0, "a request must be answered before its signal aborts it, got the abort first")
    if (timeout.aborted)
      throw new ClientError("no_answer", 0, `the service must answer within ${limit} ms, got no answer by then`)
    throw unreachable(options.baseUrl, reasonOf(error))
  }
  if (!answer.ok) throw refusalOf(answer, text)
  if (text === "") return { status: answer.status, body: null }
  const content = parse(text)
  if (content === undefined) throw unreachable(options.baseUrl, "an answer that is not JSON")
  return { status: answer.status, body: content }
}

/** What the service, or something on the way, refused. */
export function refusalOf({ status, headers }: Response, text: string): ClientError {
  const problem = (parse(text) ?? null) as Problem | null
  const wait = headers.get("retry-after")
  const failure = new ClientError(
    problem?.code ?? "unknown",
    status,
    problem?.detail ?? `the service must say why it refuses, got status ${status} without a reason`,
    problem,
  )
  if (wait !== null) waits.set(failure, Number(wait) * 1000)
  return failure
}

const unreachable = (baseUrl: string, got: string): ClientError =>
  new ClientError("unreachable", 0, `the service must be reachable at ${baseUrl}, got: ${got}`)

/** What happened to the line, as far as the platform tells: Node has the reason as the cause, browsers keep it from pages. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error as { cause?: { message?: string; code?: string } }
  const reason = cause?.message || cause?.code
  if (reason) return reason
  const isPage = typeof document !== "undefined"
  return isPage ? `${error.message} (no connection, or --cors does not name ${location.origin})` : error.message
}

const waits = new WeakMap<ClientError, number>()

/** Milliseconds the service asked to wait, at most half a minute. */
function retryAfter(failure: ClientError): number | null {
  const wait = waits.get(failure)
  return wait === undefined || Number.isNaN(wait) ? null : Math.min(wait, 30_000)
}

/** Undefined for what is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
