// The plan beside the form has the numbers that `armistice plan` prints.

import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Plan } from "@armistice/lab"
import { expect, test } from "vitest"
import { startBrowser } from "../testing/browser.ts"
import { serveSite } from "../testing/serve-site.ts"

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))

test("the plan beside the form has the numbers of its command", async () => {
  const site = await serveSite()
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${site.address}/experiments/new`)
    const shown = await page.waitForSelector("[data-regret]")
    const [mean, runs] = [await shown.getAttribute("data-regret"), await shown.getAttribute("data-runs")]
    const text = (await page.textContent('section[aria-labelledby="plan"] pre')) ?? ""
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...text.split(" ").slice(2), "--json"])
    const { plan } = JSON.parse(stdout) as { plan: Plan }
    // Both stop early where a machine is slow; what both have simulated in full is the same.
    if (plan.recommended.regret?.runs === Number(runs)) expect(plan.recommended.regret.mean).toBe(Number(mean))
    else expect(plan.recommended.regret?.mean).toBeGreaterThan(0.5 * Number(mean))
  } finally {
    await browser.close()
    await site.close()
  }
}, 60_000)
