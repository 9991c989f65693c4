// The people who are signed in, for those who manage who may do what.

import { type Static, Type } from "typebox"
import { formatTime } from "../../format-time.ts"
import { roles } from "../../keys/role.ts"
import type { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import type { SignIn } from "../../sign-in/sign-in.ts"
import type { App } from "../app.ts"
import { createNameSchema, orNull, Time } from "../schemas/shared.ts"
import { answers, secured } from "./operation.ts"

export const PeopleList = Type.Object({
  provider: orNull(Type.String(), "the host of the provider that signs people in; null: nobody can sign in"),
  people: Type.Array(
    Type.Object({
      id: Type.String({ description: "person_…, the same at every sign-in" }),
      name: Type.String(),
      role: createNameSchema(roles, "what they may do"),
      groups: Type.Array(Type.String(), { description: "those that give a role here" }),
      sessions: Type.Integer({ description: "browsers in which they are signed in" }),
      lastUsedAt: Time,
    }),
  ),
})

/** The people who are signed in. */
export type PeopleList = Static<typeof PeopleList>

const OnePerson = Type.Object({ person: Type.String({ pattern: "^person_[A-Za-z0-9_-]{22}$" }) })

/** `signIn` null: nobody can sign in. */
export function addPeopleRoutes(app: App, service: Service, signIn: SignIn | null): void {
  const shared = { tags: ["sign-in"], security: secured }

  app.get(
    "/v1/people",
    {
      config: { task: "manage-keys", action: "read-people" },
      schema: {
        ...shared,
        operationId: "listPeople",
        summary: "The people who are signed in, the last one here first",
        response: answers({ 200: PeopleList }),
      },
    },
    async (_request, reply): Promise<PeopleList> => {
      void reply.header("cache-control", "no-store")
      if (signIn === null) return { provider: null, people: [] }
      const people = await signIn.people(service.now())
      return {
        provider: signIn.place.provider,
        people: people.map(({ groups, lastUsedAt, ...person }) => ({
          ...person,
          groups: [...groups],
          lastUsedAt: formatTime(lastUsedAt),
        })),
      }
    },
  )

  app.post(
    "/v1/people/:person/sign-out",
    {
      config: { task: "manage-keys", action: "sign-out-person" },
      schema: {
        ...shared,
        operationId: "signOutPerson",
        summary: "End all sessions of a person",
        params: OnePerson,
        response: answers({ 204: Type.Null() }),
      },
    },
    async ({ params, actor }, reply) => {
      if (signIn === null) throw new ServiceError("invalid_request", "nobody can sign in to this service")
      await signIn.signOutPerson(params.person, actor)
      void reply.code(204)
      return null
    },
  )
}
