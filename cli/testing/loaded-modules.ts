// The files that Node loads to run the command, counted by a hook of its module loader.

import { spawnSync } from "node:child_process"
import { shim } from "./run-command.ts"

const hook = `import { writeSync } from "node:fs"
export async function load(url, context, next) {
  if (url.startsWith("file:")) writeSync(2, "loaded " + url + "\\n")
  return next(url, context)
}`

const asUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`
const register = asUrl(`import { register } from "node:module"; register(${JSON.stringify(asUrl(hook))})`)

export function listLoadedModules(args: readonly string[]): string[] {
  const { stderr } = spawnSync(process.execPath, ["--import", register, shim, ...args], { encoding: "utf8" })
  return stderr.split("\n").filter((line) => line.startsWith("loaded "))
}
