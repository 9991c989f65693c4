// Authenticates requests by a bearer key with a role, perhaps limited to some experiments. While
// the store has no keys, every caller is "local" and may do everything; the service then listens on
// loopback only.

import type { FastifyReply, FastifyRequest } from "fastify"
import { type Actor, localActor } from "../activity/activity.ts"
import type { KeyRing } from "../keys/key-ring.ts"
import type { KeyUses } from "../keys/key-uses.ts"
import { mayDo, type Role, type Task } from "../keys/role.ts"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"
import { countRequest, nameCount, type RateCounts } from "./rate-limit.ts"
import type { RequestDeadline } from "./request-deadline.ts"

/** Refused requests count towards `limit`, too. */
export function addAuthentication(
  app: App,
  keys: KeyRing,
  uses: KeyUses,
  limit: RateCounts | null,
  now: () => number,
  deadline: RequestDeadline,
): void {
  app.decorateRequest("keyId", "")
  app.decorateRequest("keyLineage", "")
  app.decorateRequest("actor", null as unknown as Actor)
  app.decorateRequest("role", "local")
  app.decorateRequest("keyExperiments", null)
  /** Wrong keys count by address, apart from right ones, so that guessing locks nobody else out. */
  const countRefused = (request: FastifyRequest, reply: FastifyReply): ServiceError | null => {
    const { keyLineage, ip, route } = request
    const name = keyLineage === "" ? `wrong keys ${ip}` : nameCount(request, route.isArrival === true)
    return limit === null ? null : countRequest(limit, name, reply)
  }
  const go = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      authenticate(request, keys, now)
      const { task, isArrival } = request.route
      if (request.actor?.id != null && !isChange(task) && isArrival !== true) uses.add(request.actor.id, now())
    } catch (error) {
      done(countRefused(request, reply) ?? (error as Error))
      return
    }
    done()
  }
  app.addHook("onRequest", (request, reply, done) => {
    const refreshing = request.route.task === undefined ? undefined : keys.refresh()
    if (refreshing === undefined) go(request, reply, done)
    else deadline.count(request, refreshing).then(() => go(request, reply, done), done)
  })
}

function authenticate(request: FastifyRequest, keys: KeyRing, now: () => number): void {
  const { task } = request.route
  if (task === undefined) return
  const caller = identifyCaller(request.headers.authorization, keys, now)
  // Set before any refusal, so that the log names the key that was refused.
  request.keyId = caller.keyId
  request.keyLineage = caller.lineage
  request.actor = caller.actor
  request.role = caller.role
  checkPermission(caller, task, ((request.params ?? {}) as { id?: string }).id)
  request.keyExperiments = caller.experiments
}

const isChange = (task: Task | undefined): boolean => task === "operate" || task === "manage-keys"

interface Caller {
  /** "local" where no key is needed. */
  readonly keyId: string
  /** Owns decisions, repeatable ids and limits: it stays the same when the key is rotated. */
  readonly lineage: string
  readonly actor: Actor
  readonly role: Role | "local"
  /** `null` allows all experiments. */
  readonly experiments: readonly string[] | null
}

const local: Caller = { keyId: "local", lineage: "local", actor: localActor, role: "local", experiments: null }

function identifyCaller(authorization: string | undefined, keys: KeyRing, now: () => number): Caller {
  if (keys.isEmpty) return local
  if (authorization === undefined)
    throw new ServiceError("missing_key", 'a request must have the header "Authorization: Bearer <key>", got none')
  const [, token] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(authorization) ?? []
  const key = token === undefined ? null : keys.find(token, now())
  if (key === null) throw new ServiceError("invalid_key", "unknown, expired or revoked key")
  const { id, lineage, name, role, experiments } = key
  return { keyId: id, lineage, actor: { id, name }, role, experiments }
}

/** `experiment`: the one in the path, if any. */
function checkPermission({ role, experiments }: Caller, task: Task, experiment: string | undefined): void {
  if (role === "local") return
  if (!mayDo(role, task))
    throw new ServiceError(
      "forbidden",
      `this needs a key that may ${task.replace("-", " ")}, got one with the role ${role}`,
    )
  if (experiments !== null && (experiment === undefined ? isChange(task) : !experiments.includes(experiment)))
    throw new ServiceError("forbidden", "this needs a key for this experiment, got one for others")
}
