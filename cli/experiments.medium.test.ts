// experiments as people use it: the compiled command beside a running service.

import { ArmisticeClient } from "@armistice/client"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"
import { serving } from "./testing/serving.ts"

const runInTurn = commandsInTurn()

test("arms are stopped, resumed and added, and the experiment is paused, resumed and finished", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    const client = new ArmisticeClient({ baseUrl: address })
    const demo = { name: "Reminder", horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }
    const { id } = await client.createExperiment({ ...demo, arms: ["plain", "loud"], maxArms: 3, sticky: true })
    const experiments = async (...args: string[]) => {
      const { code, stdout, stderr } = await runInTurn(["experiments", ...args, "--service", address], folder)
      return { code, stdout, stderr }
    }
    const said = (status: string, arms: string) => ({
      code: 0,
      stdout: `${id}  Reminder  ${status}\n  arms: ${arms}\n  learns from 1,000 decisions\n`,
      stderr: "",
    })
    expect(await experiments("stop", id, "loud", "--reason", "complaints")).toEqual(
      said("running", "plain, loud (stopped)"),
    )
    expect((await client.experiment(id).read()).stopped).toMatchObject([{ arm: "loud", reason: "complaints" }])
    const last = await experiments("stop", id, "plain")
    expect([last.code, last.stdout]).toEqual([2, ""])
    expect(last.stderr).toMatch(/^armistice: [^\n]+\n$/)
    expect(await experiments("resume", id, "loud", "--reason", "fixed")).toEqual(said("running", "plain, loud"))
    expect(await experiments("add-arm", id, "gentle")).toEqual(said("running", "plain, loud, gentle"))
    expect(await experiments("pause", id, "--serve", "sticky")).toEqual(said("paused", "plain, loud, gentle"))
    expect((await client.experiment(id).read()).serve).toBe("sticky")
    expect(await experiments("resume", id)).toEqual(said("running", "plain, loud, gentle"))
    expect((await experiments("extend", id, "--horizon", "3000")).stdout).toMatch(/learns from 3,000 decisions\n$/)
    const finished = await experiments("finish", id, "gentle", "--everyone", "--json")
    expect(JSON.parse(finished.stdout)).toMatchObject({ id, status: "finished" })
    expect((await client.experiment(id).decide({ subject: "s" })).arm).toBe("gentle")
    const retention = { archiveAfterDays: 1, purgeAfterDays: 30 }
    const kept = await client.createExperiment({ ...demo, arms: ["a", "b"], retention })
    expect((await experiments("show", kept.id)).stdout).toContain("\n  purged 30 days after its end\n")
    expect((await experiments("finish", kept.id)).stdout).toMatch(/\n {2}archived 1 days? after its end \(20\d\d-/)
    expect((await stop()).code).toBe(0)
  }))

test("show tells of groups and of personalising, as `ledger results` does of the store", () =>
  withFolder(async (folder) => {
    const { address, stop } = await serving(folder)
    const client = new ArmisticeClient({ baseUrl: address })
    const demo = { name: "Page", arms: ["a", "b"], horizon: 5000, answers: "all" as const, privacy: { eta: 3 } }
    const attributes = { device: { levels: ["phone", "other"] } }
    const { id } = await client.createExperiment({ ...demo, context: { protection: "none", attributes } })
    const show = (...args: string[]) => runInTurn(["experiments", "show", id, "--service", address, ...args], folder)
    const before = await show()
    expect([before.code, before.stderr]).toEqual([0, ""])
    expect(before.stdout).toMatch(/ {2}phone +0\.0 % +no answers +none yet +the control\n/)
    expect(before.stdout).toMatch(/\n {2}personalising: too early, no figures yet\n {2}Anyone who can see decisions /)
    const people = Array.from({ length: 100 }, (_, at) => ({ context: { device: at % 2 === 0 ? "phone" : "desk" } }))
    for (let round = 0; round < 4; round++) {
      const { results } = await client.experiment(id).decideMany(people)
      await client.experiment(id).rewards(
        results.map(({ decisionId = "", arm }, at) => {
          return { decisionId, value: Number((arm === "a") === (at % 2 === 0)) }
        }),
      )
    }
    const after = await show()
    expect(after.stdout).toMatch(/ {2}phone +50\.0 % [^\n]+ a +[^\n]+ a *\n {2}other +50\.0 % [^\n]+ b +[^\n]+ b *\n/)
    const { results } = JSON.parse((await show("--json")).stdout)
    expect(results.groups.map(({ recommended }: { recommended: string }) => recommended)).toEqual(["a", "b"])
    expect((await runInTurn(["experiments", "show", id, "a", "--service", address], folder)).code).toBe(2)
    expect((await stop()).code).toBe(0)
    const stored = await runInTurn(["ledger", "results", "a.db"], folder)
    expect(stored.stdout).toMatch(/\n {2}personalising: [a-z ]+, /)
  }))

test("invalid input is refused in one sentence, with exit code 2", () =>
  withFolder(async (folder) => {
    for (const [args, sentence] of [
      [[], /needs an action/],
      [["stop"], /the id of an experiment/],
      [["stop", "exp_x"], /needs an arm/],
      [["add-arm", "exp_x"], /needs an arm/],
      [["resume", "exp_x", "loud"], /needs --reason/],
      [["resume", "exp_x", "--reason", "x"], /--reason must come with/],
      [["pause", "exp_x", "loud"], /an arm must come with/],
      [["stop", "exp_x", "loud", "--serve", "sticky"], /--serve must come with pause/],
      [["pause", "exp_x", "--everyone"], /--everyone must come with finish/],
      [["extend", "exp_x"], /needs --horizon/],
      [["finish", "exp_x", "--horizon", "10"], /--horizon must come with extend/],
    ] as const) {
      const { code, stdout, stderr } = await runInTurn(["experiments", ...args], folder)
      expect([args, code, stdout]).toEqual([args, 2, ""])
      expect(stderr).toMatch(sentence)
    }
    const { code, stderr } = await runInTurn(
      ["experiments", "pause", "exp_x", "--service", "http://127.0.0.1:9", "--key", "k"],
      folder,
    )
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be reached at http:\/\/127\.0\.0\.1:9/)])
  }))
