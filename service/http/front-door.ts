// The short way for what is asked most often, one decision: it goes past the framework, which would take longer than all the rest. A request is
// taken only if every guard of the long way lets it pass, asked here by the very same functions, and its body is what the route wants. All others
// go the long way as they came, so that refusals of requests are made in one place.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { FastifySchema, FastifySchemaCompiler } from "fastify"
import type { KeyRing } from "../keys/key.ts"
import type { KeyUses } from "../keys/key-uses.ts"
import type { Decided, DecisionRequest } from "../operations/decide.ts"
import type { Service } from "../service.ts"
import type { App } from "./app.ts"
import { type Caller, callerOf, checkMay } from "./authentication.ts"
import type { ReadBody } from "./body.ts"
import { answerOf, toServiceError } from "./http-errors.ts"
import { countedUnder, type RateCounts } from "./rate-limit.ts"
import type { RequestDeadline } from "./request-deadline.ts"
import type { RequestLog } from "./request-log.ts"
import { DecisionCreate } from "./schemas.ts"
import { ofData } from "./security-headers.ts"
import { hasProxy, type TrustedProxies } from "./trust-proxy.ts"
import type { WebGuard } from "./web-guard.ts"

interface Setting {
  readonly service: Service
  readonly keys: KeyRing
  readonly uses: KeyUses
  readonly guard: WebGuard
  readonly limit: RateCounts | null
  readonly log: RequestLog
  readonly read: ReadBody
  readonly hasHeaders: boolean
  readonly deadline: RequestDeadline
  readonly bodyLimitBytes?: number
  readonly trustProxy?: TrustedProxies
}

const route = "/v1/experiments/:id/decisions"
const config = { task: "decide" } as const
const address = /^\/v1\/experiments\/(exp_[A-Za-z0-9_-]{1,64})\/decisions$/
const json = /^application\/json(; ?charset=utf-8)?$/i
/** Whether a request has a header that is for the long way to heed. */
const isForLongWay = (headers: IncomingMessage["headers"]): boolean =>
  headers.origin !== undefined ||
  headers["sec-fetch-site"] !== undefined ||
  headers["idempotency-key"] !== undefined ||
  headers["transfer-encoding"] !== undefined ||
  headers.expect !== undefined

/** Once all routes are there. */
export function openFrontDoor(app: App, setting: Setting): void {
  const { service, uses, limit, log, read, hasHeaders, deadline } = setting
  const head = hasHeaders ? Object.entries(ofData).flat() : []
  const ofDecision = [...head, "content-type", "application/json; charset=utf-8", "content-length"]
  const isWanted = lateCheck(app)
  const listeners = app.server.listeners("request") as RequestListener[]
  const longWay: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(app.server, request, response)
  }

  /** `headers` end with the name of the one for the length. */
  const send = (response: ServerResponse, status: number, headers: readonly string[], text: string): void => {
    const length = Buffer.byteLength(text)
    response.writeHead(status, [...headers, String(length)])
    // As one text, for which the socket is held until head and body are together. Left to `end`, they would be gathered from a list with an
    // empty piece at its end, which takes a tenth of the time of an answer.
    response.socket?.cork()
    response.write(text, length === text.length ? "latin1" : "utf8")
    response.socket?.uncork()
    response.end()
  }
  const answer = (response: ServerResponse, { isNew, ...decided }: Decided): void =>
    send(response, isNew ? 201 : 200, ofDecision, JSON.stringify(decided))
  const refuse = (response: ServerResponse, error: unknown): void => {
    const known = toServiceError(error)
    if (known.code === "internal") log.noteFault(error)
    const { status, headers, text } = answerOf(known)
    send(response, status, [...head, ...Object.entries(headers).flat(), "content-length"], text)
  }

  const wantedBy = (bytes: Buffer): DecisionRequest | null => {
    try {
      const body = read(bytes)
      return isWanted(body) ? (body as DecisionRequest) : null
    } catch {
      return null
    }
  }

  const shortWay = (request: IncomingMessage, response: ServerResponse, passed: Passed): void => {
    const started = performance.now()
    const { experiment, caller, countedAs, length } = passed
    const onBody = (bytes: Buffer): void => {
      // In one piece, as short ones come.
      const wanted = bytes.length === length ? wantedBy(bytes) : null
      if (wanted === null || (limit !== null && limit.take(countedAs) !== null)) {
        request.off("data", onBody).pause().unshift(bytes)
        response.off("close", onClose)
        leave()
        longWay(request, response)
        return
      }
      if (caller.actor.id !== null) uses.add(caller.actor.id, service.now())
      deadline.hold(service.decide(experiment, wanted, caller.lineage)).then(
        (decided) => answer(response, decided),
        (error: unknown) => refuse(response, error),
      )
    }
    const leave = app.underWay.begin()
    const onClose = (): void => {
      leave()
      if (!response.writableFinished) return
      const ms = performance.now() - started
      log.note({ method: "POST", route, status: response.statusCode, ms, key: caller.keyId, experiment })
    }
    request.on("data", onBody)
    response.on("close", onClose)
  }

  app.server.removeAllListeners("request")
  app.server.on("request", (request, response) => {
    const passed = passedBy(request, setting)
    if (passed === null) longWay(request, response)
    else shortWay(request, response, passed)
  })
}

/** A request that every guard lets pass, before its body has come. */
interface Passed {
  readonly experiment: string
  readonly caller: Caller
  readonly countedAs: string
  readonly length: number
}

/** Changes nothing, so that whoever is asked next finds all as it was. Null: it is for the long way. */
function passedBy(request: IncomingMessage, setting: Setting): Passed | null {
  const { service, keys, guard, limit, log, bodyLimitBytes = 1_048_576, trustProxy } = setting
  const { headers } = request
  const [, experiment] = (request.method === "POST" && address.exec(request.url ?? "")) || []
  const length = Number(headers["content-length"])
  if (
    experiment === undefined ||
    !json.test(headers["content-type"] ?? "") ||
    !(length > 0 && length <= bodyLimitBytes) ||
    isForLongWay(headers)
  )
    return null
  if (log.isStopping || keys.refresh() !== undefined || guard(request, config) !== null) return null
  const caller = letIn(headers.authorization, experiment, keys, () => service.now())
  // Which address is whose behind a proxy is known on the long way.
  if (caller === null || (caller.keyId === "local" && hasProxy(trustProxy))) return null
  const ip = caller.keyId === "local" ? (request.socket.remoteAddress ?? "") : ""
  const countedAs = countedUnder({ keyLineage: caller.lineage, ip }, false)
  return limit?.hasRoom(countedAs) === false ? null : { experiment, caller, countedAs, length }
}

function letIn(authorization: string | undefined, experiment: string, keys: KeyRing, now: () => number): Caller | null {
  try {
    const caller = callerOf(authorization, keys, now)
    checkMay(caller, config.task, experiment)
    return caller
  } catch {
    return null
  }
}

/** The check of the route's body, compiled when it is first needed. */
function lateCheck(app: App): (body: unknown) => boolean {
  let check: ReturnType<FastifySchemaCompiler<FastifySchema>> | undefined
  return (body) => {
    check ??= (app.validatorCompiler as FastifySchemaCompiler<FastifySchema>)({
      schema: DecisionCreate as FastifySchema,
      method: "POST",
      url: route,
      httpPart: "body",
    })
    return check(body) === true
  }
}
