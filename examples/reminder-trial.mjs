// A clinic tries three ways to remind patients of appointments. Whether someone came is private.
// Patients have several appointments: at most two of each are learned from, so that all of a
// patient's data together loses at most eta = 1. npm run example reminder-trial

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ArmisticeClient } from "@armistice/client"
import { seededRandom } from "@armistice/core"
import { startService, verifyFile } from "@armistice/service"

const folder = mkdtempSync(join(tmpdir(), "armistice-trial-"))
const store = join(folder, "trial.db")
const service = await startService({ store, port: 0 })
const client = new ArmisticeClient({ baseUrl: service.address })

const { id } = await client.createExperiment({
  name: "Reminders",
  arms: ["letter", "text message", "phone call"],
  horizon: 10_000,
  answers: "all",
  privacy: { eta: 1 },
  protects: "subject",
  subjectCap: 2,
  reward: { min: 0, max: 1 },
  worthwhile: 0.02,
  evenShare: 0.2,
})
const trial = client.experiment(id)

// The made-up patients are the same each time; the service's noise is not.
const random = seededRandom("patients")
const comes = { letter: 0.6, "text message": 0.75, "phone call": 0.8 }
const patients = Array.from({ length: 4000 }, (_, number) => ({
  subject: `patient ${number}`,
  appointments: 1 + random.integer(4),
}))

let appointments = 0
for (let visit = 1; visit <= 4; visit++) {
  const expected = patients.filter((patient) => patient.appointments >= visit)
  for (let from = 0; from < expected.length; from += 500) {
    const some = expected.slice(from, from + 500)
    const { results: decided } = await trial.decideMany(some.map(({ subject }) => ({ subject })))
    await trial.rewards(
      decided.map(({ decisionId, arm }) => ({ decisionId, value: random.uniform() < comes[arm] ? 1 : 0 })),
    )
    appointments += some.length
  }
}

const results = await trial.results()
const [{ sentence, arms }] = results.segments
const { subject, guarantee } = await trial.privacy()
const learned = arms.reduce((sum, { decisions }) => sum + decisions, 0)
console.log(sentence)
for (const { arm, decisions, mean, low, high } of arms)
  console.log(`  ${arm}: ${decisions} decisions, ${percent(mean)} came (${percent(low)} to ${percent(high)})`)
console.log(`${appointments} appointments, of which ${learned} were learned from: at most ${subject.cap} of a patient.`)
console.log(
  `One appointment loses at most eta ${guarantee.eta.toFixed(3)}, all of a patient's ${subject.eta.toFixed(3)}.`,
)

await service.stop()
const [verdict] = await verifyFile(store)
console.log(verdict.problem ?? `The ledger of ${verdict.entries} releases is in order.`)
rmSync(folder, { recursive: true, force: true })

function percent(share) {
  return share === null ? "?" : `${(100 * share).toFixed(1)} %`
}
