// Keys as the API takes and gives them.

import { type Static, Type } from "typebox"
import { roles } from "../../keys/role.ts"
import { createNameSchema, ExperimentId, GivenTime, newText, orNull, strict, Time } from "./shared.ts"

export const KeyId = Type.String({ pattern: "^[0-9a-f]{12}$", description: "id of a key, the second part of its text" })

const RoleName = createNameSchema(roles, "what it may do")

const Name = newText("for people; the activity shows it")

const Experiments = Type.Array(ExperimentId, { minItems: 1, maxItems: 100 })

const RequestsPerSecond = Type.Integer({ minimum: 1, maximum: 1_000_000 })

const limitText = "the most requests in a second, beside the service's own limit; null: only that one"

const Ends = GivenTime("when it ends")

export const KeyCreate = Type.Object(
  {
    name: Name,
    role: RoleName,
    experiments: Type.Optional(
      orNull(Experiments, "the experiments it is limited to; null: all, as always with the role admin"),
    ),
    requestsPerSecond: Type.Optional(orNull(RequestsPerSecond, limitText)),
    expiresAt: Type.Optional(orNull(Ends, "when it ends; null: never")),
    requireKeys: Type.Optional(
      Type.Boolean({ description: "true for the first key: from then on every request needs a key" }),
    ),
  },
  strict,
)

export const KeyEdit = Type.Object(
  {
    name: Type.Optional(Name),
    experiments: Type.Optional(orNull(Experiments, "the experiments it is limited to; null: all")),
    requestsPerSecond: Type.Optional(orNull(RequestsPerSecond, limitText)),
    expiresAt: Type.Optional(orNull(Ends, "when it ends; null: never")),
  },
  { ...strict, minProperties: 1, description: "what is left out stays as it is" },
)

export const KeyRotate = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_592_000, description: "for how long the old key works on; 0 if left out" }),
    ),
    expiresAt: Type.Optional(orNull(Ends, "when the new key ends; left out: as the old one does; null: never")),
  },
  strict,
)

export const KeyView = Type.Object({
  id: KeyId,
  lineage: Type.String({ description: "id of the first key in its line of rotations" }),
  name: Type.String(),
  role: RoleName,
  experiments: orNull(Type.Array(Type.String()), "the experiments it is limited to; null: all"),
  requestsPerSecond: orNull(Type.Integer(), limitText),
  state: createNameSchema(["active", "expired", "revoked"]),
  createdAt: Time,
  createdBy: Type.String({ description: "name of who made it; local: without keys, command: on the server" }),
  expiresAt: orNull(Time),
  revokedAt: orNull(Time),
  revokedBy: orNull(Type.String(), "name of who revoked it, or rotated it without an overlap"),
  lastUsedOn: orNull(
    Type.String({ format: "date" }),
    "the day of its last decision or read, never of a reward; null: none yet",
  ),
})

export const KeyCreated = Type.Object({
  ...KeyView.properties,
  key: Type.String({ description: "arm_…, the key itself; it is not shown again" }),
})

export const KeyList = Type.Object({ keys: Type.Array(KeyView) })

/** The body of a request for a new key. */
export type KeyCreate = Static<typeof KeyCreate>
/** The changes to a key. */
export type KeyEdit = Static<typeof KeyEdit>
/** How to replace a key. */
export type KeyRotate = Static<typeof KeyRotate>
/** A key, without what a request carries. */
export type KeyView = Static<typeof KeyView>
/** A new key with its text, which is shown only once. */
export type KeyCreated = Static<typeof KeyCreated>
/** All keys. */
export type KeyList = Static<typeof KeyList>
