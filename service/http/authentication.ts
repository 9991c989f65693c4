// Who may call what: a bearer key with a role, perhaps limited to some experiments. Without any key in the store everyone on this
// machine is "local" and may do everything; that is only possible while listening on loopback.

import type { FastifyRequest } from "fastify"
import { type Actor, localActor } from "../activity/activity.ts"
import type { KeyRing } from "../keys/key.ts"
import type { KeyUses } from "../keys/key-uses.ts"
import { mayDo } from "../keys/role.ts"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

export function addAuthentication(app: App, keys: KeyRing, uses: KeyUses, now: () => number): void {
  app.decorateRequest("keyId", "")
  app.decorateRequest("actor", null as unknown as Actor)
  app.decorateRequest("role", "local")
  app.decorateRequest("keyExperiments", null)
  const go = (request: FastifyRequest, done: (error?: Error) => void): void => {
    try {
      authenticate(request, keys, now)
      const { task, isArrival } = request.route
      if (request.actor?.id != null && task !== "operate" && isArrival !== true) uses.add(request.actor.id, now())
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
  app.addHook("onRequest", (request, _reply, done) => {
    const refreshing = request.route.task === undefined ? undefined : keys.refresh()
    if (refreshing === undefined) go(request, done)
    else refreshing.then(() => go(request, done), done)
  })
}

function authenticate(request: FastifyRequest, keys: KeyRing, now: () => number): void {
  const { task } = request.route
  if (task === undefined) return
  if (keys.isEmpty) {
    request.keyId = "local"
    request.actor = localActor
    return
  }
  const { authorization } = request.headers
  if (authorization === undefined)
    throw new ServiceError("missing_key", 'a request must have the header "Authorization: Bearer <key>", got none')
  const [, token] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(authorization) ?? []
  const key = token === undefined ? null : keys.find(token, now())
  if (key === null) throw new ServiceError("invalid_key", "a key must be one that is in use, got another")
  // Before anything is refused to it, so that the log says to whom.
  request.keyId = key.id
  request.actor = { id: key.id, name: key.name }
  request.role = key.role
  if (!mayDo(key.role, task))
    throw new ServiceError("forbidden", `this needs a key that may ${task}, got one with the role ${key.role}`)
  const { id } = (request.params ?? {}) as { id?: string }
  if (key.experiments !== null && (id === undefined ? task === "operate" : !key.experiments.includes(id)))
    throw new ServiceError("forbidden", "this needs a key for this experiment, got one for others")
  request.keyExperiments = key.experiments
}
