// The caller, a key or a person, and its permissions.

import { type Static, Type } from "typebox"
import { listTasks } from "../../keys/role.ts"
import type { App } from "../app.ts"
import { orNull } from "../schemas/shared.ts"
import { answers, secured } from "./operation.ts"

export const Me = Type.Object({
  key: orNull(Type.Object({ id: Type.String(), name: Type.String() }), "null: a person, or the service has no keys"),
  person: orNull(
    Type.Object({ id: Type.String(), name: Type.String() }),
    "someone who signed in; null: a key, or the service has no keys",
  ),
  role: Type.String({ description: "decide, evaluate, audit, operate or admin; without keys: local" }),
  may: Type.Array(Type.String(), { description: "of decide, evaluate, read, audit, operate and manage-keys" }),
  experiments: orNull(Type.Array(Type.String()), "the experiments it is limited to; null: all"),
})

/** The key or the person behind a request, and what they may do. */
export type Me = Static<typeof Me>

export function addMeRoute(app: App): void {
  app.get(
    "/v1/me",
    {
      config: { task: "read" },
      schema: {
        operationId: "readMe",
        summary: "Who asks, and what they may do",
        tags: ["experiments"],
        security: secured,
        response: answers({ 200: Me }),
      },
    },
    async ({ actor: { id, name }, session, role, keyExperiments }): Promise<Me> => ({
      key: id === null || session !== null ? null : { id, name },
      person: id === null || session === null ? null : { id, name },
      role,
      may: [...listTasks(role)],
      experiments: keyExperiments === null ? null : [...keyExperiments],
    }),
  )
}
