// Keys, for those who may manage them. A new key is in one answer and nowhere else.

import type { FastifyReply, FastifyRequest } from "fastify"
import { Type } from "typebox"
import type { KeyRing } from "../../keys/key-ring.ts"
import type { KeyManager } from "../../keys/manage-keys.ts"
import { viewKey } from "../../keys/view.ts"
import { pickDefined } from "../../pick-defined.ts"
import type { Service } from "../../service.ts"
import type { KeyRow } from "../../store/rows.ts"
import { parseTime } from "../../text.ts"
import type { App } from "../app.ts"
import { KeyCreate, KeyCreated, KeyEdit, KeyId, KeyList, KeyRotate, KeyView } from "../schemas/keys.ts"
import { allowNoBody, answers, IdempotencyHeader, secured } from "./operation.ts"

const OneKey = Type.Object({ key: KeyId })

/** `arePeopleAdmins`: people may sign in with the role admin, so keys are not the only way in. */
export function addKeyRoutes(app: App, service: Service, ring: KeyRing, arePeopleAdmins: boolean): void {
  const keys = service.managedKeys(arePeopleAdmins)
  const shared = { tags: ["keys"], security: secured }
  /** This process notices its own change at once, and others within the ring's time. */
  const changed = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } finally {
      // After an error, too: a commit whose answer was lost may have happened.
      ring.expire()
    }
  }
  const show = (row: KeyRow) => viewKey(row, service.now())
  const showOnce = ({ row, token }: { row: KeyRow; token: string }, reply: FastifyReply) => {
    void reply.code(201).header("location", `/v1/keys/${row.id}`)
    return { ...show(row), key: token }
  }

  // Keys and who has them are nobody's to keep, whatever lies between.
  const onRequest = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    void reply.header("cache-control", "no-store")
    done()
  }

  app.get(
    "/v1/keys",
    {
      onRequest,
      config: { task: "manage-keys", action: "read-keys" },
      schema: {
        ...shared,
        operationId: "listKeys",
        summary: "List keys, ended ones too, with the day on which each was last used",
        response: answers({ 200: KeyList }),
      },
    },
    async () => ({ keys: (await keys.list()).map(show) }),
  )

  app.post(
    "/v1/keys",
    {
      onRequest,
      config: { task: "manage-keys", action: "create-key", namesFields: true },
      schema: {
        ...shared,
        operationId: "createKey",
        summary: "Create a key; it is in this answer alone",
        headers: IdempotencyHeader,
        body: KeyCreate,
        response: answers({ 201: KeyCreated }),
      },
    },
    async (request, reply) => {
      const { name, role, experiments, requestsPerSecond, expiresAt, requireKeys } = request.body
      const limits = pickDefined({
        experiments: experiments ?? undefined,
        requestsPerSecond: requestsPerSecond ?? undefined,
        expiresAt: parseEnd(expiresAt) ?? undefined,
        requireKeys,
        idempotencyKey: request.headers["idempotency-key"],
      })
      return showOnce(await changed(keys.create({ name, role, ...limits }, readManager(request))), reply)
    },
  )

  app.get(
    "/v1/keys/:key",
    {
      onRequest,
      config: { task: "manage-keys", action: "read-keys" },
      schema: {
        ...shared,
        operationId: "readKey",
        summary: "One key",
        params: OneKey,
        response: answers({ 200: KeyView }),
      },
    },
    async ({ params }) => show(await keys.read(params.key)),
  )

  app.patch(
    "/v1/keys/:key",
    {
      onRequest,
      config: { task: "manage-keys", action: "edit-key", namesFields: true },
      schema: {
        ...shared,
        operationId: "editKey",
        summary: "Change a key's name, its limits or its end; its role stays",
        params: OneKey,
        body: KeyEdit,
        response: answers({ 200: KeyView }),
      },
    },
    async (request) => {
      const { name, experiments, requestsPerSecond, expiresAt } = request.body
      const change = pickDefined({ name, experiments, requestsPerSecond, expiresAt: parseEnd(expiresAt) })
      return show(await changed(keys.edit(request.params.key, change, readManager(request))))
    },
  )

  app.post(
    "/v1/keys/:key/rotate",
    {
      onRequest,
      preValidation: allowNoBody,
      config: { task: "manage-keys", action: "rotate-key", namesFields: true },
      schema: {
        ...shared,
        operationId: "rotateKey",
        summary: "Replace a key; its successor is in this answer alone, and owns what the old one did",
        params: OneKey,
        body: KeyRotate,
        response: answers({ 201: KeyCreated }),
      },
    },
    async (request, reply) => {
      const { overlapSeconds, expiresAt } = request.body
      const rotation = pickDefined({ overlapSeconds, expiresAt: parseEnd(expiresAt) })
      return showOnce(await changed(keys.rotate(request.params.key, rotation, readManager(request))), reply)
    },
  )

  app.post(
    "/v1/keys/:key/revoke",
    {
      onRequest,
      config: { task: "manage-keys", action: "revoke-key" },
      schema: {
        ...shared,
        operationId: "revokeKey",
        summary: "End a key now; this cannot be undone",
        params: OneKey,
        response: answers({ 200: KeyView }),
      },
    },
    async (request) => show(await changed(keys.revoke(request.params.key, readManager(request)))),
  )
}

/** Left out, it stays as it is; null is no end. */
const parseEnd = (expiresAt: string | null | undefined): number | null | undefined =>
  typeof expiresAt === "string" ? parseTime("expiresAt", expiresAt) : expiresAt

const readManager = ({ actor, role, session, keyLineage }: FastifyRequest): KeyManager => ({
  kind: role === "local" ? "local" : session === null ? "key" : "person",
  actor,
  lineage: keyLineage,
})
