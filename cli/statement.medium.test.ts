// `ledger statement` and `ledger verify` as people use them, of a store with a population and an
// experiment that was purged.

import { startService } from "@armistice/service"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()

async function ask(address: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}/v1${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  })
  return JSON.parse((await answer.text()) || "null")
}

test("prints the statement of a store, a population and an experiment as text, page and JSON, and refuses invalid combinations", () =>
  withFolder(async (folder) => {
    const { address, stop } = await startService({ store: `${folder}/a.db`, port: 0 })
    await ask(address, "PUT", "/populations/patients", { limit: 3 })
    const common = { arms: ["a", "b"], horizon: 1000, answers: "all" as const, rewardWindowSeconds: 0.02 }
    const within = { ...common, name: "Letters", privacy: { eta: 0.5 }, subjectCap: 2, population: "patients" }
    const { id } = await ask(address, "POST", "/experiments", within)
    await ask(address, "POST", "/experiments", { ...common, name: "Screens", privacy: { eta: 4 }, sticky: true })
    await ask(address, "POST", `/experiments/${id}/decisions`, { subject: "someone" })
    await ask(address, "POST", `/experiments/${id}/finish`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { purgedAt } = await ask(address, "POST", `/experiments/${id}/purge`)
    await stop()
    const run = (line: string) => runCommand(["ledger", ...line.split(" ")], folder)
    const [all, population, experiment, page, verified, ...refused] = await Promise.all([
      run("statement a.db"),
      run("statement a.db --population patients"),
      run(`statement a.db --experiment ${id} --json`),
      run("statement a.db --html"),
      run("verify a.db"),
      run("statement a.db --population nobody"),
      run("statement a.db --experiment exp_none"),
      run(`statement a.db --population patients --experiment ${id}`),
      run("statement a.db --html --json"),
      run("verify a.db --html"),
      run("statement nothing.db"),
    ])
    expect([all?.code, all?.stderr]).toEqual([0, ""])
    // The population's limit and what is outside of it: the root of 9 + 16, rounded up.
    expect(all?.stdout).toMatch(/At most η = 5(\.0001)?: no more than 99\.38 of 100 guesses are right/)
    expect(population?.stdout).toContain("Population “patients”: 1 experiment")
    expect(population?.stdout).toContain("At most η = 3: no more than 93.32 of 100 guesses are right")
    const stated = JSON.parse(experiment?.stdout ?? "")
    expect(stated).toMatchObject({ scope: "experiment", eta: 1, experiments: [{ id, purgedAt, problem: null }] })
    expect(page?.stdout).toMatch(/^<!doctype html>/)
    expect(page?.stdout).toContain("<td>purged</td>")
    expect(verified?.code).toBe(0)
    expect(verified?.stdout).toContain(`rewards removed on ${purgedAt}: chain and spend only`)
    expect(refused.map(({ code, stdout }) => [code, stdout])).toEqual(refused.map(() => [2, ""]))
    expect(refused).toHaveLength(6)
  }))
