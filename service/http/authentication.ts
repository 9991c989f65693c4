// Authenticates requests by a bearer key with a role, perhaps limited to some experiments, or by
// the session of a person who signed in. While the store has no keys and nobody can sign in, every
// caller is "local" and may do everything; the service then listens on loopback only.

import type { FastifyReply, FastifyRequest } from "fastify"
import { type Actor, localActor } from "../activity/activity.ts"
import type { KeyRing } from "../keys/key-ring.ts"
import type { KeyUses } from "../keys/key-uses.ts"
import { mayDo, type Role, type Task } from "../keys/role.ts"
import { ServiceError } from "../service-error.ts"
import { personPrefix } from "../sign-in/person.ts"
import type { SignIn } from "../sign-in/sign-in.ts"
import type { App } from "./app.ts"
import { countByName, countRequest, findNetwork, type RateCounts } from "./rate-limit.ts"
import type { RequestDeadline } from "./request-deadline.ts"

export interface Authentication {
  readonly keys: KeyRing
  readonly uses: KeyUses
  /** Null: nobody can sign in. */
  readonly signIn: SignIn | null
  /** Refused requests count towards it, too. */
  readonly limit: RateCounts | null
  readonly now: () => number
}

export function addAuthentication(app: App, authentication: Authentication, deadline: RequestDeadline): void {
  const { keys, uses, signIn, limit, now } = authentication
  app.decorateRequest("keyId", "")
  app.decorateRequest("keyLineage", "")
  app.decorateRequest("actor", null as unknown as Actor)
  app.decorateRequest("role", "local")
  app.decorateRequest("keyExperiments", null)
  app.decorateRequest("keyRequestsPerSecond", null)
  app.decorateRequest("session", null)
  /** Wrong keys count by address, apart from right ones, so that guessing locks nobody else out. */
  const countRefused = (request: FastifyRequest, reply: FastifyReply): ServiceError | null => {
    if (limit === null) return null
    if (request.keyLineage !== "") return countRequest(limit, request, reply)
    return countByName(limit, `wrong keys ${findNetwork(request.ip)}`, reply)
  }
  const go = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      const at = now()
      authenticate(request, authentication, at)
      const { task, isArrival } = request.route
      const isKey = request.session === null && request.actor?.id != null
      if (isKey && !isChange(task) && isArrival !== true) uses.add(request.actor.id as string, at)
    } catch (error) {
      done(countRefused(request, reply) ?? (error as Error))
      return
    }
    done()
  }
  /** Reads a session that is not in memory. Invented ones cost a read each, so they count. */
  const readSession = (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    if (signIn === null || request.headers.authorization !== undefined) return undefined
    request.session = signIn.readHash(request.headers.cookie)
    if (request.session === null) return undefined
    const reading = signIn.sessions.refresh(request.session)
    const refusal =
      reading === undefined || limit === null ? null : countByName(limit, `sessions ${findNetwork(request.ip)}`, reply)
    return refusal === null ? reading : Promise.reject(refusal)
  }
  app.addHook("onRequest", (request, reply, done) => {
    const isGuarded = request.route.task !== undefined
    const refreshing = isGuarded ? keys.refresh() : undefined
    const reading = isGuarded ? readSession(request, reply) : undefined
    const waiting =
      refreshing === undefined || reading === undefined ? (refreshing ?? reading) : both(refreshing, reading)
    if (waiting === undefined) go(request, reply, done)
    else deadline.count(request, waiting).then(() => go(request, reply, done), done)
  })
}

async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.all([one, other])
}

/** Whether the key or session of an earlier request still opens the service. */
export async function isStillGood(request: FastifyRequest, { keys, signIn, now }: Authentication): Promise<boolean> {
  const { session, keyId, role } = request
  if (session === null) {
    await keys.refresh()
    return keys.isStillGood(keyId, now())
  }
  await signIn?.sessions.refresh(session)
  return signIn?.find(session, now())?.role === role
}

function authenticate(request: FastifyRequest, authentication: Authentication, now: number): void {
  const { task } = request.route
  if (task === undefined) return
  const caller = identifyCaller(request, authentication, now)
  // Set before any refusal, so that the log names the key that was refused.
  request.keyId = caller.keyId
  request.keyLineage = caller.lineage
  request.actor = caller.actor
  request.role = caller.role
  checkPermission(caller, task, ((request.params ?? {}) as { id?: string }).id)
  request.keyExperiments = caller.experiments
  request.keyRequestsPerSecond = caller.requestsPerSecond
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
  readonly requestsPerSecond: number | null
}

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i

const noLimits = { experiments: null, requestsPerSecond: null }

const local: Caller = { keyId: "local", lineage: "local", actor: localActor, role: "local", ...noLimits }

function identifyCaller(request: FastifyRequest, { keys, signIn }: Authentication, now: number): Caller {
  if (keys.isOpen) return local
  const { authorization } = request.headers
  if (authorization === undefined) {
    if (signIn !== null && request.session !== null) return identifyPerson(request, request.session, signIn, now)
    throw new ServiceError(
      "missing_key",
      'a request must have the header "Authorization: Bearer <key>", got none',
      signIn?.place,
    )
  }
  const token = bearer.exec(authorization)?.[1]
  const key = token === undefined ? null : keys.find(token, now)
  if (key === null) throw new ServiceError("invalid_key", "unknown, expired or revoked key", signIn?.place)
  const { id, lineage, name, role, experiments, requestsPerSecond } = key
  return { keyId: id, lineage, actor: { id, name }, role, experiments, requestsPerSecond }
}

function identifyPerson({ method, headers, route }: FastifyRequest, hash: string, signIn: SignIn, now: number): Caller {
  const person = signIn.find(hash, now)
  if (person === null) throw new ServiceError("session_over", "this session is over: sign in again", signIn.place)
  if (!signIn.isOwnPage(method, headers.origin, headers["sec-fetch-site"]))
    throw new ServiceError("origin_not_allowed", "a session opens the service for its own pages only")
  const { session, role } = person
  // Admins see when someone was here last, which must not tell when a reward came.
  if (route.isArrival !== true) signIn.sessions.touch(session, now)
  const { person: id, name } = session
  return { keyId: id, lineage: id, actor: { id, name }, role, ...noLimits }
}

/** `experiment`: the one in the path, if any. */
function checkPermission({ actor, role, experiments }: Caller, task: Task, experiment: string | undefined): void {
  if (role === "local") return
  if (!mayDo(role, task)) {
    const kind = actor.id?.startsWith(personPrefix) === true ? "person" : "key"
    throw new ServiceError("forbidden", `a ${kind} with the role ${role} may not ${task.replace("-", " ")}`)
  }
  if (experiments !== null && (experiment === undefined ? isChange(task) : !experiments.includes(experiment)))
    throw new ServiceError("forbidden", "this key is for other experiments")
}
