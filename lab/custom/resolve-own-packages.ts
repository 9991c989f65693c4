// Lets a module anywhere on the disk import @armistice/core and @armistice/lab: if they are not
// installed beside it, those of this program are used. Node only, and per thread.

import { register } from "node:module"

const hook = `let parent
export function initialize(data) { parent = data.parent }
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!/^@armistice\\/(core|lab)(\\/|$)/.test(specifier)) throw error
    return next(specifier, { ...context, parentURL: parent })
  }
}`

let isRegistered = false

export function resolveOwnPackages(): void {
  if (isRegistered) return
  isRegistered = true
  const parent = import.meta.url
  register(`data:text/javascript,${encodeURIComponent(hook)}`, { parentURL: parent, data: { parent } })
}
