// What every route is given: the framework with its types, the service, and who is asking.

import type { IncomingMessage, ServerResponse } from "node:http"
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox"
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify"
import type { Actor } from "../activity/activity.ts"
import type { Role, Task } from "../keys/role.ts"
import type { UnderWay } from "./under-way.ts"

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module "fastify" {
  interface FastifyInstance {
    /** Requests that are not answered yet; streams do not count. */
    underWay: UnderWay
  }

  interface FastifyRequest {
    /** The config of its route, which the framework makes anew whenever it is asked for it. */
    route: FastifyContextConfig
    /** How long it has waited for the store before its handler was called. */
    waitedMs: number
    /** Counts it no longer as under way. */
    leave: () => void
    /** The id of the key that asks; "local" where none is needed. */
    keyId: string
    /** The lineage of that key, which its successors share. */
    keyLineage: string
    /** The same with its name, for the record of who did what. Only where something is asked of the caller. */
    actor: Actor
    role: Role | "local"
    keyExperiments: readonly string[] | null
  }

  interface FastifyContextConfig {
    /** What one must be allowed to do; left out: open to all. */
    task?: Task
    /** What it is called in the record of who did what; the last word of its address if left out. */
    action?: string
    /** Bodies have nothing private, so a field that should not be there may be named. */
    namesFields?: boolean
    /** Tells by itself that rewards came. */
    isArrival?: boolean
    /** Answered however many come. */
    isUnlimited?: boolean
    /** For machines that watch, which may know the service by any name. */
    anyHost?: "always" | "where a key is needed"
    /** A page or a file of the studio: links from elsewhere may lead to it. */
    isPage?: boolean
  }
}
