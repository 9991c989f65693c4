// Tests of hostile requests share this: a server that records its refusals, and the check that a
// request was refused without a new session.

import { expect } from "vitest"
import { testServer } from "../../testing/test-service.ts"

export const origin = "http://localhost:4600"
export const sessionCookie = "armistice-session-4600"
export const loginCookie = "armistice-login-4600"

export type Server = Awaited<ReturnType<typeof testServer>>
export type Answer = Awaited<ReturnType<Server["app"]["inject"]>>

/** A server and why it refused sign-ins, as its log says. */
export async function serveLogged(options: Parameters<typeof testServer>[0]) {
  const reasons: string[] = []
  const log = {
    write: (line: string) => {
      const { msg, reason } = JSON.parse(line) as { msg?: string; reason?: string }
      if (msg === "sign-in refused") reasons.push(reason as string)
    },
  }
  return { ...(await testServer({ log, ...options })), reasons }
}

export const countSessions = ({ store }: Pick<Server, "store">): number =>
  (store.database.prepare("SELECT count(*) AS count FROM sessions").get() as { count: number }).count

/** A page says the code in a `code`, a problem in its body. */
const readCode = ({ body, headers }: Answer): string =>
  /json/.test(String(headers["content-type"]))
    ? (JSON.parse(body) as { code: string }).code
    : (/<code>(.*)<\/code>/.exec(body)?.[1] ?? "")

export function expectRefused(answer: Answer, code: string): void {
  expect({ code: readCode(answer), isRefused: answer.statusCode >= 400 }).toEqual({ code, isRefused: true })
  const set = [answer.headers["set-cookie"] ?? []].flat()
  expect(set.filter((text) => text.startsWith(`${sessionCookie}=`))).toEqual([])
}
