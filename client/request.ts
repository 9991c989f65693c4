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

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Every request of this client carries its own id, so all of them may be repeated. */
export async function request(
  options: RequestOptions,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(options, method, path, body, headers)
    } catch (error) {
      const failure = error instanceof ClientError ? error : null
      if (failure === null || !failure.isTemporary || attempt >= options.retries || options.signal?.aborted === true)
        throw error
      await pause(retryAfter(failure) ?? Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2))
    }
  }
}

async function once(
  options: RequestOptions,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const { key, timeoutMs, signal } = options
  const timeout = AbortSignal.timeout(timeoutMs)
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
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    text = await answer.text()
  } catch (error) {
    throw new ClientError("no_answer", 0, `the service must answer within ${timeoutMs} ms, got: ${String(error)}`)
  }
  if (answer.ok) return { status: answer.status, body: text === "" ? null : parse(text) }
  const problem = parse(text) as Problem | null
  const wait = answer.headers.get("retry-after")
  const failure = new ClientError(
    problem?.code ?? "unknown",
    answer.status,
    problem?.detail ?? `status ${answer.status}`,
    problem,
  )
  if (wait !== null) waits.set(failure, Number(wait) * 1000)
  throw failure
}

const waits = new WeakMap<ClientError, number>()

/** Milliseconds the service asked to wait, at most half a minute. */
function retryAfter(failure: ClientError): number | null {
  const wait = waits.get(failure)
  return wait === undefined || Number.isNaN(wait) ? null : Math.min(wait, 30_000)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
