// Pages on the way through signing in, and signing out.

import type { FastifyReply, FastifyRequest } from "fastify"
import { Type } from "typebox"
import { ServiceError } from "../../service-error.ts"
import { SignInError } from "../../sign-in/provider.ts"
import { refusalPolicy, renderRefusal } from "../../sign-in/refusal-page.ts"
import { callbackPath, firstPage, type Redirect, type SignIn, signInPath } from "../../sign-in/sign-in.ts"
import type { App } from "../app.ts"
import { toServiceError } from "../http-errors.ts"
import { answers, secured } from "./operation.ts"

const longestQuery = 8192

/** `signIn` null: nobody can sign in, and only keys open the service. */
export function addSignInRoutes(app: App, signIn: SignIn | null): void {
  const addSignOut = (path: string, operationId: string, summary: string, everywhere: boolean): void => {
    app.post(
      path,
      {
        config: { task: "read" },
        schema: { operationId, summary, tags: ["sign-in"], security: secured, response: answers({ 204: Type.Null() }) },
      },
      async ({ session }, reply) => {
        if (signIn === null || session === null)
          throw new ServiceError("invalid_request", "signing out needs the session of a person, got none")
        void reply.header("set-cookie", await signIn.signOut(session, everywhere)).code(204)
        return null
      },
    )
  }
  addSignOut("/v1/sign-out", "signOut", "End the session of the person who asks", false)
  addSignOut("/v1/sign-out-everywhere", "signOutEverywhere", "End all sessions of the person who asks", true)
  if (signIn === null) return

  /** Browsers get a page, programs a problem. */
  const redirect = async (request: FastifyRequest, reply: FastifyReply, next: () => Promise<Redirect>) => {
    void reply.header("cache-control", "no-store")
    try {
      const { location, cookies } = await next()
      if (cookies.length > 0) void reply.header("set-cookie", [...cookies])
      return reply.redirect(location, 302)
    } catch (given) {
      const error = toServiceError(given)
      if (error instanceof SignInError) app.log.warn({ code: error.code, reason: error.reason }, "sign-in refused")
      if (!(request.headers.accept ?? "").includes("text/html") || error.code === "internal") throw error
      return reply
        .code(error.status)
        .header("content-security-policy", refusalPolicy)
        .type("text/html; charset=utf-8")
        .send(renderRefusal(error))
    }
  }

  app.get(signInPath, { config: { isPage: true }, schema: { hide: true } }, async (request, reply) =>
    redirect(request, reply, () => signIn.begin(readReturn(request.query), readName(request))),
  )

  app.get(callbackPath, { config: { isPage: true }, schema: { hide: true } }, async (request, reply) =>
    redirect(request, reply, async () => {
      const { url } = request.raw
      const query = url?.includes("?") === true ? url.slice(url.indexOf("?")) : ""
      if (query.length > longestQuery)
        throw new SignInError("sign_in_failed", "the provider's answer is too long: start again", "query too long")
      return signIn.finish(query, request.headers.cookie)
    }),
  )
}

/** The name by which the browser knows the service; undefined: it was sent here by this service. */
function readName({ query, headers }: FastifyRequest): string | undefined {
  const { again } = (query ?? {}) as { again?: unknown }
  return again === undefined ? headers.host : undefined
}

function readReturn(query: unknown): string {
  const { return: given = firstPage } = (query ?? {}) as { return?: string | string[] }
  // Twice is as wrong as another address.
  return typeof given === "string" ? given : ""
}
