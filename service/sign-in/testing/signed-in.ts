// A browser of one person, without a socket: it keeps cookies, and says of each request where it
// comes from, as browsers do.

import type { App } from "../../http/app.ts"
import type { SignInOptions } from "../sign-in-options.ts"
import { CookieJar } from "./cookie-jar.ts"
import { client, type RealProvider } from "./real-provider.ts"

export const signInAt = (issuer: string, origin: string, more: Partial<SignInOptions> = {}): SignInOptions => ({
  issuer,
  clientId: client.id,
  clientSecret: client.secret,
  roles: [
    { role: "operate", value: "experimenters" },
    { role: "audit", value: "analysts" },
    { role: "admin", value: "platform" },
  ],
  origin,
  ...more,
})

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

const navigation = {
  accept: "text/html",
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
}

export function openBrowser(app: App, origin: string, jar = new CookieJar()) {
  const { host } = new URL(origin)
  /** A link, or a redirect of another site. */
  const open = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      method: "GET",
      url,
      headers: { host, cookie: jar.header(), ...navigation, ...headers },
    })
    jar.take([answer.headers["set-cookie"] ?? []].flat())
    return answer
  }
  /** From a page of the service. */
  const call = async (method: Method, url: string, body?: object, headers: Record<string, string> = {}) => {
    const own = { host, cookie: jar.header(), "sec-fetch-site": "same-origin", ...(method === "GET" ? {} : { origin }) }
    const answer = await app.inject({
      method,
      url,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    jar.take([answer.headers["set-cookie"] ?? []].flat())
    return answer
  }
  /** To the provider; the address there. */
  const begin = async (returnTo = "/experiments") =>
    String((await open(`/sign-in?return=${encodeURIComponent(returnTo)}`)).headers.location)
  const signIn = async (provider: RealProvider, name: string, returnTo?: string) =>
    open(readPath(await provider.signIn(await begin(returnTo), name)))
  return { jar, open, call, begin, signIn }
}

export function readPath(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}
