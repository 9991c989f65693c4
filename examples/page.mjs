// A web page that asks which of two headlines to show, and reports whether the reader liked it.
// This file serves the page on an address of its own, as a shop would, and the service. npm run
// example page, then open the printed address; Ctrl-C ends it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import { createKey, editKeys, startService } from "@armistice/service"

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Which headline?</title>
<h1>One moment …</h1>
<button value="1">I like it</button>
<button value="0">I do not</button>
<p role="status"></p>
<script type="module">
  import { ArmisticeClient } from "/client/index.js"

  const { baseUrl, key, id } = await (await fetch("/settings.json")).json()
  const experiment = new ArmisticeClient({ baseUrl, key }).experiment(id)
  const subject = (localStorage.reader ??= String(crypto.getRandomValues(new Uint32Array(2))))
  // If the service cannot be reached in time, the page shows "plain" and reports nothing.
  const decided = await experiment.decide({ subject, fallback: "plain", timeoutMs: 2000 })
  const headlines = { plain: "Opening hours have changed", warm: "We are here for you, now also in the evening" }
  document.querySelector("h1").textContent = headlines[decided.arm]
  const say = (text) => { document.querySelector("[role=status]").textContent = text }
  if (decided.isFallback) say("The service cannot be reached.")
  for (const button of document.querySelectorAll("button"))
    button.onclick = async () => {
      if (decided.isFallback) return
      await experiment.rewardSubject(subject, Number(button.value))
      say("Thank you. What you said stays between us.")
    }
</script>
</html>
`

// The page has another origin, which the service must allow, and a key that may only decide and
// reward.
const page = createServer((request, response) => {
  const answer = (type, body) => response.writeHead(200, { "content-type": type }).end(body)
  const [, name] = /^\/client\/([\w-]+\.js)$/.exec(request.url) ?? []
  if (request.url === "/") answer("text/html", html)
  else if (request.url === "/settings.json") answer("application/json", JSON.stringify(settings))
  else if (name !== undefined) answer("text/javascript", readFileSync(new URL(name, clientFolder)))
  else response.writeHead(404).end()
})
await new Promise((resolve) => page.listen(0, "127.0.0.1", resolve))
const address = `http://127.0.0.1:${page.address().port}`
const clientFolder = new URL(".", import.meta.resolve("@armistice/client"))

const folder = mkdtempSync(join(tmpdir(), "armistice-page-"))
const store = join(folder, "page.db")
const [operate, decide] = await editKeys(store, (keys) =>
  ["operate", "decide"].map((role) => createKey(keys, { name: role, role }).token),
)
const service = await startService({ store, port: 0, corsOrigins: [address] })
const operator = new ArmisticeClient({ baseUrl: service.address, key: operate })
const { id } = await operator.createExperiment({
  name: "Headline",
  arms: ["plain", "warm"],
  horizon: 10_000,
  answers: "all",
  privacy: { eta: 1 },
  sticky: true,
})
const settings = { baseUrl: service.address, key: decide, id }
console.log(address)

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop())
async function stop() {
  const [{ sentence, arms }] = (await operator.experiment(id).results()).segments
  for (const { arm, decisions, rewards } of arms) console.log(`${arm}: ${decisions} readers, ${rewards} answers`)
  console.log(sentence)
  page.closeAllConnections()
  page.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
