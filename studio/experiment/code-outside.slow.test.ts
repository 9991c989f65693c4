// The TypeScript that the page shows runs in a project outside the clone, with the package
// installed as the page says.

import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { ArmisticeClient } from "@armistice/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openBrowser } from "../testing/browser.ts"
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts"
import { describeInstall } from "./code-snippets.ts"
import { copiedCode } from "./testing/copied-code.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../..", import.meta.url))
let folder = ""
let service: ServiceProcess

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "armistice-outside-"))
  service = await startServiceProcess(join(folder, "outside.db"))
}, 120_000)

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("outside the clone: pack, install, copy, run", async () => {
  const project = join(folder, "project")
  mkdirSync(project)
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }')
  await run(process.execPath, ["--import", "tsx", "scripts/packing/pack.ts", join(folder, "dist/packages")], {
    cwd: root,
  })
  const install = describeInstall("TypeScript")?.code.replace("CLONE", folder) ?? ""
  // The package has no dependencies, so the registry is not needed.
  await run("sh", ["-c", `${install} --offline --no-audit --no-fund`], { cwd: project })
  const client = new ArmisticeClient({ baseUrl: service.address })
  const { id } = await client.createExperiment({
    name: "outside",
    arms: ["it's", "b"],
    horizon: 100,
    answers: "all" as const,
    privacy: { eta: 1 },
    sticky: true,
    segments: ["north"],
    metrics: [{ name: "complaint", eta: 0.5 }],
  })
  const browser = await openBrowser()
  try {
    const code = await copiedCode(browser, service.address, id, "TypeScript", null)
    // The snippet is JavaScript too. Its short timeout suits visitors; this machine may be slower.
    writeFileSync(join(project, "calls.mjs"), code.replace("timeoutMs: 300", "timeoutMs: 60000"))
  } finally {
    await browser.close()
  }
  await run(process.execPath, ["calls.mjs"], { cwd: project })
  expect((await client.experiment(id).read()).progress[0]?.round).toBe(1)
  expect((await client.experiment(id).results()).segments[0]?.arms.map(({ rewards }) => rewards)).toContain(1)
}, 600_000)
