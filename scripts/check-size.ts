// The size of core in a browser: bundled, minified, gzipped. esbuild fails on what no browser has.
// Context is an import of its own, so that pages without it do not load it.

import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "./repository.ts"

const limit = 47_000

const { outputFiles } = await build({
  entryPoints: [join(root, "core/index.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  platform: "browser",
  target: "es2022",
})
const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length
console.log(`core: ${size} of ${limit} bytes`)
process.exitCode = size < limit ? 0 : 1
