// Builds the page from sources of the whole workspace into dist/site, as static files.

import { join } from "node:path"
import { defineConfig } from "vite"
import { paperJudgements } from "./paper-judgements.ts"

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ["source", "module", "browser", "import", "default"] },
  plugins: [paperJudgements(join(import.meta.dirname, "../paper/results"))],
  // The production form even if NODE_ENV is "test", so that tests run what users get.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  worker: { format: "es" },
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    // The oldest browsers with light-dark(), which lets each colour be written once for both
    // themes.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // Small images inlined as data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { port: 4601, proxy: { "/v1": "http://127.0.0.1:4600" } },
})
