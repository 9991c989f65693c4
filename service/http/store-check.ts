// Reading asks the store first whether this process may still answer for it; what writes is told by its transaction.

import type { preHandlerAsyncHookHandler } from "fastify"
import type { AnyStore } from "../store/any-store.ts"
import type { App } from "./app.ts"

export function addStoreCheck(app: App, store: AnyStore): void {
  const check: preHandlerAsyncHookHandler = async () => store.check()
  app.addHook("onRoute", (route) => {
    if (route.method === "GET" && route.config?.task !== undefined) route.preHandler = check
  })
}
