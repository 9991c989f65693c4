// Reading asks the store first whether this process may still answer for it; what writes is told by its transaction.

import type { preHandlerAsyncHookHandler } from "fastify"
import type { Store } from "../store/store.ts"
import type { App } from "./app.ts"

export function addStoreCheck(app: App, store: Store): void {
  const check: preHandlerAsyncHookHandler = async () => store.check()
  app.addHook("onRoute", (route) => {
    // HEAD is a route of its own, which the framework makes beside each GET.
    const isReading = route.method === "GET" || route.method === "HEAD"
    if (isReading && route.config?.task !== undefined) route.preHandler = check
  })
}
