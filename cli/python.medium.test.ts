// The Python package: its own tests, the notebook, and the options that it names.

import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, test } from "vitest"
import { commands } from "./commands.ts"
import { rpcMethods } from "./rpc/rpc-message.ts"
import { findPython, runPython } from "./testing/python.ts"
import { buildCommand } from "./testing/run-command.ts"

const python = findPython()

describe.skipIf(python === null)("the Python package", () => {
  beforeAll(buildCommand)
  const run = (...args: string[]) => runPython(python ?? "", args)

  test("passes its own tests: one process, cancelled calls, and a service that is killed", () => {
    const { status, stderr } = run("-m", "unittest", "discover", "-s", "python/tests")
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^OK$/m)])
  })

  test("runs every cell of the notebook", () => {
    const { status, stdout, stderr } = run("python/run_notebook.py", "examples/private-bandits.ipynb")
    expect([status, stderr]).toEqual([0, ""])
    expect(stdout).toMatch(/^gdp-imed: [\d.]+ \([\d.]+ to [\d.]+, 20 runs\)$/m)
    expect(stdout).toMatch(/^7 cells ran$/m)
  })

  test("runs the code of docs/python.md", () => {
    const text = readFileSync(new URL("../docs/python.md", import.meta.url), "utf8")
    const [laboratory, client, ...more] = [...text.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code]) => code ?? "")
    expect(more).toEqual([])
    const { status, stdout, stderr } = run("-c", `${laboratory}\nprint(len(table), len(losses), len(curve) > 10)`)
    expect([status, stdout, stderr]).toEqual([0, "2 4 True\n", ""])
    // The same lines against a service that has the experiment.
    const served = `import sys, tempfile, os
sys.path.insert(0, "python/tests")
from test_client import DEMO, Service
from armistice import Client
with tempfile.TemporaryDirectory() as folder:
    service = Service(folder)
    try:
        id = Client(service.address).create_experiment(DEMO)["id"]
        code = ${JSON.stringify(client)}.replace("http://127.0.0.1:4600", service.address).replace("exp_1a2b3c", id)
        names = {}
        exec(code.replace("rewards.json", folder + "/rewards.json"), names)
        names["client"].queue.flush()
        print(names["experiment"].read_decision(names["decision"]["decisionId"])["rewarded"])
    finally:
        service.kill()`
    expect(run("-c", served)).toMatchObject({ status: 0, stdout: "True\n" })
  })

  test("names every option of the commands, and no other", async () => {
    const program = `import json
from armistice import options
from armistice.rows import camel_case
names = ["Simulate", "Compare", "Frontier", "Audit", "Plan", "Privacy"]
print(json.dumps({one.lower(): [camel_case(key) for key in getattr(options, one + "Options").__annotations__] for one in names}))`
    const { status, stdout, stderr } = run("-c", program)
    expect([status, stderr]).toEqual([0, ""])
    const typed = JSON.parse(stdout) as Record<string, string[]>
    for (const method of rpcMethods) {
      const command = await commands.find(({ name }) => name === method)?.load()
      const all = { ...(await command?.parameters?.(undefined)), ...command?.options }
      // Output is JSON without asking, and options come from the caller rather than from a file.
      const known = Object.keys(all).filter((name) => name !== "json" && name !== "config")
      const given = (typed[method] ?? []).filter((name) => name !== "parameters")
      expect(given.sort(), method).toEqual(known.sort())
    }
  })
})
