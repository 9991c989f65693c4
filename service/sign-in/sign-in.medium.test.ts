// People sign in at a real provider and use the service under their names, on either store.

import { expect, onTestFinished, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { startRealProvider } from "./testing/real-provider.ts"
import { browserOf, signInAt } from "./testing/signed-in.ts"

const origin = "http://localhost:4600"

async function providerOf(callback = `${origin}/sign-in/callback`) {
  const provider = await startRealProvider([callback])
  onTestFinished(() => provider.stop())
  return provider
}

test("tries", async () => {
  const provider = await providerOf()
  const server = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const browser = browserOf(server.app, origin)
  const answer = await browser.signIn(provider, "ada")
  console.log(answer.statusCode, answer.headers, answer.body)
  const me = await browser.call("GET", "/v1/me")
  console.log(me.statusCode, me.body)
})
void storeKinds
