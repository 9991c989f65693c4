// The plan beside the form is the laboratory's, as `armistice plan` prints it.

import { planExperiment } from "@armistice/lab"
import { expect, test } from "vitest"
import { startBrowser } from "../testing/browser.ts"
import { serveSite } from "../testing/serve-site.ts"

test("the plan beside the form has the numbers of the command's planner", async () => {
  const site = await serveSite()
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${site.address}/experiments/new`)
    const shown = await page.waitForSelector("[data-regret]")
    const [mean, runs] = [await shown.getAttribute("data-regret"), await shown.getAttribute("data-runs")]
    expect(await page.textContent('section[aria-labelledby="plan"] pre')).toBe(
      "npx armistice plan --horizon 1e4 --means 0.5,0.4 --eta 1 --traffic 1000",
    )
    // A slow machine has made fewer runs in its time: as many are made here, however long they take.
    const { recommended } = planExperiment({
      horizon: 1e4,
      guess: { means: [0.5, 0.4] },
      privacy: { eta: 1 },
      seed: 1,
      runs: Number(runs),
      milliseconds: 8000,
    })
    expect(recommended.regret?.mean).toBe(Number(mean))
  } finally {
    await browser.close()
    await site.close()
  }
}, 60_000)
