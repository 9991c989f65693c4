// npm run mutate -- FOLDER …: StrykerJS plants one mistake after the other in a folder and runs the
// quick tests that reach it. Stryker, and the TypeScript 5 that it needs, are installed on first
// use.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"

const cache = "node_modules/.cache/stryker"
const packages = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/vitest-runner@9.6.1", "typescript@5.9.3"]
const folders = process.argv.slice(2)
const missing = folders.find((folder) => !existsSync(folder))
if (folders.length === 0 || missing !== undefined) {
  console.error(`npm run mutate needs a folder such as core/ledger, got ${missing ?? "none"}`)
  process.exit(2)
}

const stryker = `${cache}/node_modules/@stryker-mutator/core/bin/stryker.js`
if (!existsSync(stryker)) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${cache}/package.json`, '{ "private": true }\n')
  // Without peers, so that Stryker finds the vitest of this repository.
  run("npm", ["install", `--prefix=${cache}`, "--legacy-peer-deps", "--loglevel=error", ...packages])
}
const sources = folders.flatMap((folder) => [`${folder}/*.ts`, `!${folder}/*.{test,contract,bench}.ts`])
run(process.execPath, [stryker, "run", "--mutate", sources.join(",")])

function run(command, args) {
  const shell = process.platform === "win32" && command === "npm"
  const { status } = spawnSync(command, args, { stdio: "inherit", shell })
  if (status !== 0) process.exit(status ?? 1)
}
