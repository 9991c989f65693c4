// A database that takes no more writes while its log does. A limit on the size of files stands for
// the disk: the database reaches it, the log, which starts over after each checkpoint, does not.

import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { listCoreSources, root } from "../../testing/bundle-program.ts"
import { temporaryFolder } from "../../testing/test-service.ts"

const program = `
import { openSqliteStore } from "./sqlite-store.ts"
const store = openSqliteStore(process.argv[2], { owns: true })
const states = []
for (let turn = 0; turn < 500; turn++) {
  for (let row = 0; row < 4; row++) store.setProperty(\`p\${turn}.\${row}\`, "x".repeat(12_000))
  const state = store.isLogStuck()
  if (states.at(-1) !== state) states.push(state)
  if (state) break
}
store.setProperty("after", "still taken")
console.log(JSON.stringify({ states, after: store.property("after") }))
process.exit(0)
`

test.skipIf(process.platform === "win32")("a checkpoint that fails is noticed, while commits go on", async () => {
  const folder = temporaryFolder()
  const file = join(root, "node_modules", `.stuck-log-${process.pid}.mjs`)
  await build({
    stdin: { contents: program, resolveDir: join(root, "service/store/sqlite"), loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: listCoreSources(root),
  })
  // In blocks of 512 bytes, as sh counts them (bash counts 1,024): at least 12 MB.
  const run = spawnSync("sh", ["-c", `ulimit -f 24576; exec "$0" "$@"`, process.execPath, file, join(folder, "a.db")], {
    encoding: "utf8",
  })
  rmSync(file, { force: true })
  expect(run.stderr).toBe("")
  expect(JSON.parse(run.stdout)).toEqual({ states: [false, true], after: "still taken" })
})
