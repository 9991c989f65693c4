// Someone else's project, as strict as can be, library types included, compiled by the compilers
// and in the ways that people use.

import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../repository.ts"

export interface Way {
  readonly compiler: "typescript" | "typescript-5"
  readonly resolution: "bundler" | "nodenext"
}

export const ways: readonly Way[] = (["typescript", "typescript-5"] as const).flatMap((compiler) =>
  (["bundler", "nodenext"] as const).map((resolution) => ({ compiler, resolution })),
)

/** The compiler's complaint about these files of the project, "" if it is content. */
export function complaints(
  folder: string,
  files: readonly string[],
  { compiler, resolution }: Way,
  others: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const config = join(folder, `tsconfig.${compiler}.${resolution}.json`)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    module: resolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution: resolution,
    types: [],
    ...others,
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const args = [join(root, "node_modules", compiler, "bin/tsc"), "-p", config, "--pretty", "false"]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, encoding: "utf8" }, (error, stdout, stderr) =>
      resolve(error === null ? "" : `${stdout}${stderr}` || error.message),
    )
  })
}
