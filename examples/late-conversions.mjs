// A shop tries two check-outs. Purchases are reported late, twice, too late or never; a visitor
// without a report within the window counts as one who bought nothing. One second stands for a
// day. npm run example late-conversions

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { ArmisticeClient } from "@armistice/client"
import { seededRandom } from "@armistice/core"
import { startService } from "@armistice/service"

const folder = mkdtempSync(join(tmpdir(), "armistice-shop-"))
const service = await startService({ store: join(folder, "shop.db"), port: 0 })
const client = new ArmisticeClient({ baseUrl: service.address })

const day = 1000
const { id } = await client.createExperiment({
  name: "Check-out",
  arms: ["one page", "three steps"],
  horizon: 4000,
  // Only purchases are reported, so whether a report came is as private as its value.
  answers: "successes",
  privacy: { eta: 1 },
  rewardWindowSeconds: 3, // A purchase counts if it is reported within three "days",
  tickSeconds: 1, // and a visitor without a report has bought nothing.
  evenShare: 0.2,
})
const shop = client.experiment(id)

const random = seededRandom("visitors")
const buys = { "one page": 0.3, "three steps": 0.2 }
const counts = { visitors: 0, inTime: 0, tooLate: 0 }
const late = []

for (let today = 0; today < 8; today++) {
  const { results: visitors } = await shop.decideMany(Array.from({ length: 500 }, () => ({})))
  counts.visitors += visitors.length
  const bought = visitors.filter(({ arm }) => random.uniform() < buys[arm])
  // A tenth of the purchases is never reported, and some reports come after the window.
  const reports = bought.filter(() => random.uniform() < 0.9).map(({ decisionId }) => ({ decisionId, value: 1 }))
  late.push(...reports.splice(0, 5))
  await wait(day)
  await report(reports)
  // Repeated as after a lost answer: only the first report counts.
  await report(reports.slice(0, 20))
}
await wait(4 * day)
await report(late)

const [{ sentence, arms }] = (await shop.results()).segments
console.log(sentence)
for (const { arm, decisions } of arms) console.log(`  ${arm}: ${decisions} visitors`)
console.log(`${counts.visitors} visitors, ${counts.inTime} reports in time, ${counts.tooLate} too late.`)
await service.stop()
rmSync(folder, { recursive: true, force: true })

async function report(purchases) {
  for (const { status } of (await shop.rewards(purchases)).results) {
    if (status === 409) counts.tooLate += 1
    else counts.inTime += 1
  }
}
