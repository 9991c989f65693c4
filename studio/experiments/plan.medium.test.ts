// The plan beside the form is the one that the command under it prints.

import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Plan, shortNumber } from "@armistice/lab"
import { expect, test } from "vitest"
import { startBrowser } from "../testing/browser.ts"
import { serveSite } from "../testing/serve-site.ts"
import { percent } from "../text/numbers.ts"

const command = fileURLToPath(new URL("../../cli/armistice.mjs", import.meta.url))

test("the plan beside the form has the numbers that its command prints", async () => {
  const site = await serveSite()
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    // Both make as many runs as fit into their time: where other work left less of it to one of them, both try again.
    for (let tries = 1; ; tries++) {
      await page.goto(`${site.address}/experiments/new`)
      const shown = await page.waitForSelector("[data-regret]", { timeout: 20_000 })
      const runs = Number(await shown.getAttribute("data-runs"))
      const text = (await page.textContent('section[aria-labelledby="plan"] pre')) ?? ""
      expect(text).toBe("npx armistice plan --horizon 1e4 --means 0.5,0.4 --eta 1 --traffic 1000")
      const args = [command, ...text.split(" ").slice(2), "--json"]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const { plan } = JSON.parse(stdout) as { plan: Plan }
      const { regret } = plan.recommended
      if (regret === null) throw new Error("the command must have simulated what it recommends")
      if (regret.runs !== runs && tries < 4) continue
      expect(Number(await shown.getAttribute("data-regret"))).toBe(regret.mean)
      const panel = (await page.textContent('section[aria-labelledby="plan"]')) ?? ""
      expect(panel).toContain(`known to ${shortNumber(regret.low as number)} to ${shortNumber(regret.high as number)}`)
      expect(panel).toContain(`An even split would lose ${shortNumber(plan.uniformRegret)}`)
      expect(panel).toContain(`given to ${percent(regret.bestShare)} of people`)
      expect(panel).toContain(`ε = ${shortNumber(plan.epsilonAt1e6)} at δ = 10⁻⁶`)
      expect(panel).toContain(`It takes ${shortNumber(plan.days as number)} days`)
      return
    }
  } finally {
    await browser.close()
    await site.close()
  }
}, 120_000)
