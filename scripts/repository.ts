// Where the repository is and what is in it, and its npm.

import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly scripts: Readonly<Record<string, string>>
  readonly workspaces?: readonly string[]
  readonly exports?: Readonly<Record<string, string | { readonly source?: string }>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** The root's own. */
export const manifest = readManifest(".")

/** Every workspace folder, such as "core". */
export const workspaces = manifest.workspaces ?? []

/** Every file under a folder whose name fits, as paths from the root with forward slashes. */
export function filesUnder(folder: string, fits: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(node_modules|dist|coverage)$/.test(entry.name) ? [] : filesUnder(path, fits)
    return fits.test(entry.name) ? [relative(root, join(root, path)).split(sep).join("/")] : []
  })
}

/** Runs the npm that started this process, or the one on the path, in the root. */
export function runNpm(args: readonly string[], isShown: boolean): Promise<{ code: number; output: string }> {
  const self = process.env.npm_execpath ?? ""
  const [command, ...before] = self.endsWith(".js") ? [process.execPath, self] : ["npm"]
  const child = spawn(command ?? "npm", [...before, ...args], {
    cwd: root,
    stdio: isShown ? "inherit" : ["ignore", "pipe", "pipe"],
    shell: command === "npm" && process.platform === "win32",
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk
    })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })
}
