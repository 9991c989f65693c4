// The size of core in a browser: bundled, minified, gzipped. esbuild fails on anything a browser does not have.

import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "./repository.ts"
import type { Findings } from "./step.ts"

/** Silence that is worth a constant, answer ages, and arms that are stopped or added took it from 40 to 45 kB. */
const limit = 47_000

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
