// The size of core in a browser: bundled, minified, gzipped. esbuild fails on anything a browser does not have.

import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "./repository.ts"
import type { Findings } from "./step.ts"

/** Verdicts of what silence is worth and the table of answer ages took it from 40 to 42 kB. */
const limit = 44_000

export async function bundleSize(): Promise<Findings> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "core/index.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const size = gzipSync(code, { level: 9 }).length
  const summary = `${(size / 1000).toFixed(1)} kB of ${limit / 1000} kB`
  return { problems: size < limit ? [] : [`the bundle must be under ${limit} bytes, got ${size}`], summary }
}
