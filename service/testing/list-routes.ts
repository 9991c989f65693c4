// Every route a server has, from the framework's own table, so that a new one is tested by
// existing.

import type { App } from "../http/app.ts"

export interface Route {
  readonly method: string
  /** With parameters as ":id". */
  readonly url: string
}

export function listRoutes(app: Pick<App, "printRoutes">): Route[] {
  const [stack, routes]: [string[], Route[]] = [[], []]
  // A tree of shared beginnings, four columns for each step.
  for (const line of app.printRoutes().split("\n")) {
    const found = /^((?:│ {3}| {4})*)(?:├──|└──) (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (found === null) continue
    const [, before = "", part = "", methods] = found
    stack.splice(before.length / 4)
    stack.push(part === "(empty root node)" ? "" : part)
    for (const method of methods?.split(", ") ?? []) routes.push({ method, url: stack.join("") })
  }
  return routes
}
