// The page of webhooks, with a receiver that can refuse: adding one, its secret, sent messages,
// sending again, and a failing one.

import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "../testing/accessibility.ts"
import { setUpService } from "../testing/set-up.ts"

const pictures = process.env.STUDIO_PICTURES
const tested = setUpService(["--rate-limit", "0", "--webhook-allow", "127.0.0.1"])

interface Received {
  readonly body: string
  readonly headers: Record<string, string>
}

const received: Received[] = []
let answer = 200
let receiver: Server
let address = ""

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})

afterAll(() => void receiver.close())

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

const open = async (width = 1440, colorScheme: "light" | "dark" = "light") => {
  const context = await tested.browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  await page.goto(`${tested.service.address}/settings/webhooks`)
  await page.waitForSelector("h2:text-is('Webhooks')")
  return page
}

test("adding a webhook sends a test, and its secret, shown once, verifies the message", async () => {
  const page = await open()
  expect(await page.innerText("main")).toContain("nobody is told anything unless they look")
  await page.click("button:text-is('Add a webhook')")
  expect(await focusedId(page)).toBe("webhook-form")
  await page.click("button:text-is('Add, and send a test')")
  expect(await page.innerText("#webhook-name-problem")).toBe("Give it a name.")
  await page.fill("#webhook-name", "Incident desk")
  // A problem disappears with its cause.
  expect(await page.$("#webhook-name-problem")).toBeNull()
  await page.fill("#webhook-url", "http://10.0.4.12/hook")
  await page.click("button:text-is('Add, and send a test')")
  expect(await page.innerText("#webhook-url-problem")).toContain("A private address. Use a public https address")
  expect(await violations(page)).toEqual([])
  await page.fill("#webhook-url", address)
  await page.click("button:text-is('Add, and send a test')")
  await page.waitForSelector("text=The test reached “Incident desk”.")
  expect(await focusedId(page)).toBe("new-secret")
  const secret = await page.innerText(".secret-line code")
  const [message] = received as [Received]
  expect(new StandardWebhook(secret).verify(message.body, message.headers)).toMatchObject({ type: "webhook.test" })
  expect(await violations(page)).toEqual([])
  // Nothing takes the place of a secret that is not stored yet.
  await page.click("button:text-is('Add a webhook')")
  expect([await focusedId(page), await page.$("#webhook-form")]).toEqual(["new-secret", null])
  await page.route("**/v1/webhooks", (route) => route.fulfill({ status: 401, body: "{}" }))
  await page.waitForSelector("text=does not answer just now")
  expect(await page.innerText(".secret-line code")).toBe(secret)
  await page.unroute("**/v1/webhooks")
  await page.click("button:text-is('I have stored it')")
  const row = await page.innerText("section[aria-labelledby=webhooks] tbody tr")
  expect(row).toContain("Harm, silent, trouble with the store")
  expect(row).toContain("Delivered")
  await page.reload()
  await page.waitForSelector("text=Incident desk")
  expect(await page.content()).not.toContain(secret)
  await page.context().close()
})

test("a refusing webhook is shown as failing; messages can be sent again, and it can be removed", async () => {
  answer = 503
  const { id } = await tested.client.createWebhook({ name: "Data warehouse", url: address })
  const made = await tested.client.createExperiment({
    name: "Which page?",
    arms: ["a", "b"],
    horizon: 100,
    answers: "all",
    privacy: { eta: 1 },
  })
  await tested.client.experiment(made.id).finish()
  await expect.poll(async () => (await tested.client.webhook(id).read()).state, { timeout: 20_000 }).toBe("failing")
  const page = await open(390, "dark")
  await page.waitForSelector("text=“Data warehouse” has not answered since")
  const note = await page.innerText(".note.bad")
  expect(note).toContain(
    "One message waits. Each is tried for three days, then marked as failed, and later ones go on.",
  )
  const sent = page.locator("section[aria-labelledby=deliveries]")
  expect(await sent.innerText()).toMatch(
    /Messages to “Data warehouse”[\s\S]*Finished\s+Which page\?[\s\S]*answered 503/,
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, "webhooks-390-dark.png"), fullPage: true })
  answer = 200
  await sent.locator("button:has-text('Send again')").first().click()
  await sent.locator(".chip:text-is('Delivered')").first().waitFor({ timeout: 20_000 })
  await page.waitForSelector("text=has not answered since", { state: "detached" })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.click("button[aria-label='Edit Data warehouse']")
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, "webhooks-1440-dark.png"), fullPage: true })
  await page.click("button:text-is('Remove …')")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it")
  await page.click("button:text-is('Remove it')")
  await page.waitForSelector("th:has-text('Data warehouse')", { state: "detached" })
  expect((await tested.client.listWebhooks()).webhooks.map(({ name }) => name)).toEqual(["Incident desk"])
  await page.context().close()
})
