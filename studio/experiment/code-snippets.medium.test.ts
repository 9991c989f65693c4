// The code that the page shows for an experiment runs as copied, for every kind of definition, and
// its answer counts.

import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { ArmisticeClient } from "@armistice/client"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openBrowser } from "../testing/browser.ts"
import { createKey, type ServiceProcess, startServiceProcess } from "../testing/service-process.ts"
import { describeInstall, type Language, languages } from "./code-snippets.ts"
import { copiedCode } from "./testing/copied-code.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../..", import.meta.url))
const hasProgram = (name: string) => spawnSync(name, ["--version"]).status === 0
const programs: Readonly<Record<Language, string>> = { curl: "curl", TypeScript: process.execPath, Python: "python3" }

let folder = ""
let open: ServiceProcess
let guarded: ServiceProcess
let browser: Browser
const keys = { operate: "", decide: "" }

beforeAll(async () => {
  // Workspaces resolve from inside node_modules.
  folder = mkdtempSync(join(root, "node_modules", ".example-"))
  const store = join(folder, "guarded.db")
  keys.operate = await createKey(store, "operate")
  keys.decide = await createKey(store, "decide")
  open = await startServiceProcess(join(folder, "open.db"))
  guarded = await startServiceProcess(store)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await open?.stop()
  await guarded?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function runAs(language: Language, code: string): Promise<void> {
  const env = { ...process.env, ARMISTICE_KEY: keys.decide }
  if (language === "curl") {
    const { stdout } = await run("sh", ["-c", code], { env })
    expect(stdout).not.toContain("urn:armistice:error")
    return
  }
  const file = join(folder, `${Math.random()}.${language === "Python" ? "py" : "mts"}`)
  // The snippet's short timeout suits visitors; this machine may be slower.
  writeFileSync(file, code.replace("timeoutMs: 300", "timeoutMs: 60000"))
  const args = language === "Python" ? [file] : ["--conditions=source", "--import=tsx", file]
  await run(programs[language], args, { cwd: root, env })
}

/** Rewards that the service has stored so far. */
async function countRewards(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${keys.operate}` } })
  return Number(/^armistice_rewards_total (\d+)$/m.exec(await answer.text())?.[1])
}

const metric = { name: 'it\'s a "complaint"', min: 0, max: 5, eta: 0.5, worse: "higher" as const, default: 2 }

test.each(languages.filter((language) => hasProgram(programs[language])))(
  "%s: plain, with segments, by person, with metrics, with bounds of its own, with a key",
  async (language) => {
    const base = { name: "x", arms: ["a", "b"], horizon: 100, answers: "all" as const, privacy: { eta: 1 } }
    for (const [more, needsKey] of [
      [{}, true],
      [{ segments: ['north\'s "old" \\ town', "south"], reward: { min: 10, max: 20 } }, false],
      [{ sticky: true, metrics: [metric], segments: ["x"] }, false],
      [{ sticky: true }, true],
      [{ metrics: [metric] }, false],
    ] as const) {
      const { address } = needsKey ? guarded : open
      const client = new ArmisticeClient({ baseUrl: address, ...(needsKey ? { key: keys.operate } : {}) })
      const { id } = await client.createExperiment({ ...base, ...more } as Parameters<
        typeof client.createExperiment
      >[0])
      const before = await countRewards(address)
      await runAs(language, await copiedCode(browser, address, id, language, needsKey ? keys.operate : null))
      const { progress } = await client.experiment(id).read()
      expect(progress[0]?.round).toBe(1)
      expect(await countRewards(address)).toBe(before + 1)
    }
  },
  240_000,
)

test("the install command names the packed file", () => {
  const { version } = JSON.parse(readFileSync(join(root, "client/package.json"), "utf8")) as { version: string }
  expect(describeInstall("TypeScript")?.code).toContain(`armistice-client-${version}.tgz`)
})
