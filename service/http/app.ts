// Fastify with our types: what routes know about a request, and how they are configured.

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
    /** Requests without an answer; streams do not count. */
    underWay: UnderWay
  }

  interface FastifyRequest {
    /** The config of its route, read once because Fastify rebuilds it at every access. */
    route: FastifyContextConfig & { readonly url?: string }
    /** Milliseconds it waited for the store before its handler was called. */
    waitedMs: number
    /** Stops counting it as under way. */
    leave: () => void
    /** The id of its key or person; "local" where none is needed. */
    keyId: string
    /** The lineage of that key, which its successors share. */
    keyLineage: string
    /** The hash of the session of the person who asks; null: a key, or nobody. */
    session: string | null
    /** The key or person by name, for the record of activity; only on routes with a task. */
    actor: Actor
    role: Role | "local"
    keyExperiments: readonly string[] | null
    /** The limit of its key, beside the service's own; null: none. */
    keyRequestsPerSecond: number | null
  }

  interface FastifyContextConfig {
    /** The permission it needs; open to all if left out. */
    task?: Task
    /** Its name in the record of activity; the last word of its path if left out. */
    action?: string
    /** Bodies have nothing private, so messages may name an unknown field. */
    namesFields?: boolean
    /** A request reveals that rewards came. */
    isArrival?: boolean
    /** Exempt from the rate limit. */
    isUnlimited?: boolean
    /** Monitors may know the service by any name. */
    anyHost?: "always" | "where a key is needed"
    /** Errors have the form of OpenFeature's remote evaluation protocol. */
    isRemoteEvaluation?: boolean
    /** A page or file of the studio, to which other sites may link. */
    isPage?: boolean
  }
}
