// Reads check first that this process may still answer for the store; writes learn it from their
// transaction.

import type { preHandlerAsyncHookHandler } from "fastify"
import type { StoreChecks } from "../store/store.ts"
import type { App } from "./app.ts"

export function addStoreCheck(app: App, store: StoreChecks): void {
  const check: preHandlerAsyncHookHandler = async () => store.check()
  app.addHook("onRoute", (route) => {
    // Fastify adds a HEAD route to each GET.
    const isReading = route.method === "GET" || route.method === "HEAD"
    if (isReading && route.config?.task !== undefined) route.preHandler = check
  })
}
