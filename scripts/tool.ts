// Runs the command of an installed package with this Node: no shell, so that paths with spaces are safe.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./repository.ts"

/** Some tools colour their output even where nobody sees colours. */
const colours = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: "1" }

/** `tool` is a package name, or `package:command` where the command has another name. */
export function runTool(
  tool: string,
  args: string[],
  output: "captured" | "shown" = "captured",
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const stdio = output === "shown" ? "inherit" : (["ignore", "pipe", "pipe"] as const)
    const env = { ...process.env, ...colours, ...environment }
    const child = spawn(process.execPath, [toolScript(tool), ...args], { cwd: root, env, stdio: stdio as "inherit" })
    let text = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
    }
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output: text }))
  })
}

function toolScript(tool: string): string {
  const [packageName = "", command = packageName] = tool.split(":")
  const folder = join(root, "node_modules", packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const script: string | undefined = typeof bin === "string" ? bin : bin[command]
  if (script === undefined) throw new Error(`${packageName} must have a command named ${command}`)
  return join(folder, script)
}
