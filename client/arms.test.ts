// Arms of a running experiment, by the client against a real service.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startService } from "@armistice/service"
import { expect, onTestFinished, test } from "vitest"
import { ArmisticeClient } from "./index.ts"

async function runningClient(): Promise<ArmisticeClient> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-client-"))
  const service = await startService({ store: join(folder, "test.db"), port: 0 })
  onTestFinished(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return new ArmisticeClient({ baseUrl: service.address })
}

const demo = { name: "demo", horizon: 1000, answers: "all" as const, privacy: { eta: 1 }, sticky: true }

test("an arm is stopped for everyone, resumed for new people, and another one is added", async () => {
  const client = await runningClient()
  const { id } = await client.createExperiment({ ...demo, arms: ["plain", "50 % off/now"], maxArms: 3, evenShare: 1 })
  const experiment = client.experiment(id)
  const people = Array.from({ length: 30 }, (_, n) => ({ subject: `s${n}`, decisionId: `d${n}` }))
  const first = (await experiment.decideMany(people)).results
  const moved = first.find(({ arm }) => arm === "50 % off/now")
  expect(moved).toBeDefined()
  const stopped = await experiment.stopArm("50 % off/now", { reason: "sold out" })
  expect(stopped.stopped).toMatchObject([{ arm: "50 % off/now", cause: "person", reason: "sold out" }])
  const { results } = await experiment.decideMany(people)
  expect(results.every(({ arm }) => arm === "plain")).toBe(true)
  expect(results.filter(({ firstArm }) => firstArm === "50 % off/now")).not.toEqual([])
  const detail = await experiment.readDecision(moved?.decisionId ?? "")
  expect(detail).toMatchObject({ arm: "plain", firstArm: "50 % off/now" })
  await expect(experiment.stopArm("plain")).rejects.toMatchObject({ status: 409, code: "last_arm" })
  expect((await experiment.resumeArm("50 % off/now", { reason: "back" })).stopped).toEqual([])
  expect((await experiment.addArm("gift")).arms).toEqual(["plain", "50 % off/now", "gift"])
  await expect(experiment.addArm("more")).rejects.toMatchObject({ status: 409, code: "arms_fixed" })
  const others = Array.from({ length: 60 }, (_, n) => ({ subject: `new ${n}` }))
  const arms = new Set((await experiment.decideMany(others)).results.map(({ arm }) => arm))
  expect(arms).toEqual(new Set(["plain", "50 % off/now", "gift"]))
})

test("an experiment that was not created for it takes no further arm", async () => {
  const client = await runningClient()
  const { id } = await client.createExperiment({ ...demo, arms: ["a", "b"] })
  await expect(client.experiment(id).addArm("c")).rejects.toMatchObject({ status: 409, code: "arms_fixed" })
  await expect(client.experiment(id).stopArm("c")).rejects.toMatchObject({ code: "arm_not_found" })
})
