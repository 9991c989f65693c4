// deploy/monitoring with a real Prometheus, where one is installed: every panel of the dashboard
// has data, the files are valid, and an alert fires when it should.

import { execFileSync, spawn } from "node:child_process"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { buildCommand, runCommand, shim, waitForExit, withFolder } from "./testing/run-command.ts"

const folder = fileURLToPath(new URL("../deploy/monitoring/", import.meta.url))
const [prometheus, promtool] = ["prometheus", "promtool"]
const hasPrometheus = (() => {
  try {
    execFileSync(promtool, ["--version"], { stdio: "ignore" })
    execFileSync(prometheus, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

if (!hasPrometheus)
  console.warn("deploy/monitoring is only tested in part: install prometheus to evaluate the queries of every panel")

beforeAll(buildCommand)

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}

const { panels } = JSON.parse(readFileSync(join(folder, "grafana-dashboard.json"), "utf8")) as {
  readonly panels: readonly Panel[]
}

/** As Grafana asks it, for all replicas and a scrape every second. */
const expand = (expr: string): string => expr.replaceAll("$replica", ".*").replaceAll("$__rate_interval", "5s")

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test.skipIf(!hasPrometheus)("every panel has data from a service under load", { timeout: 240_000 }, () =>
  withFolder(async (place) => {
    const store = join(place, "store.db")
    const key = async (role: string): Promise<string> =>
      (await runCommand(["keys", "create", "--role", role, "--name", role, "--store", store], place)).stdout.trim()
    const keys = { operate: await key("operate"), decide: await key("decide"), audit: await key("audit") }
    const service = spawn(process.execPath, [shim, "serve", "--port", "0", "--store", store], { cwd: place })
    onTestFinished(() => void service.kill("SIGKILL"))
    const said = await new Promise<string>((resolve, reject) => {
      service.stdout.on("data", (data) => /:\d+/.test(String(data)) && resolve(String(data)))
      void waitForExit(service).then(({ stderr }) => reject(new Error(stderr)))
    })
    const address = `127.0.0.1:${/:(\d+)/.exec(said.replace("http://", ""))?.[1]}`
    const call = (role: "operate" | "decide", method: string, path: string, body: unknown) =>
      fetch(`http://${address}${path}`, {
        method,
        headers: { authorization: `Bearer ${keys[role]}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    const experiment = { name: "x", arms: ["a", "b"], horizon: 10_000, answers: "all", privacy: { eta: 1 } }
    const { id } = (await (await call("operate", "POST", "/v1/experiments", experiment)).json()) as { id: string }

    copyFileSync(join(folder, "alerts.yaml"), join(place, "alerts.yaml"))
    writeFileSync(join(place, "armistice-key"), keys.audit)
    const written = readFileSync(join(folder, "prometheus.yaml"), "utf8")
    const config = written
      .replace('"replica-1:4600", "replica-2:4600"', `"${address}"`)
      .replaceAll("_interval: 15s", "_interval: 1s")
    expect(config).not.toBe(written)
    writeFileSync(join(place, "prometheus.yaml"), config)
    const port = await freePort()
    const server = spawn(
      prometheus,
      [
        `--config.file=${join(place, "prometheus.yaml")}`,
        `--storage.tsdb.path=${join(place, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: "ignore" },
    )
    onTestFinished(() => void server.kill("SIGKILL"))

    const query = async (expr: string): Promise<number[]> => {
      const asked = new URL(`http://127.0.0.1:${port}/api/v1/query`)
      asked.searchParams.set("query", expand(expr))
      const { data } = (await (await fetch(asked)).json()) as { data?: { result: { value: [number, string] }[] } }
      return (data?.result ?? []).map(({ value }) => Number(value[1]))
    }
    const findEmpty = async (): Promise<string[]> => {
      const empty: string[] = []
      for (const { title, targets } of panels)
        for (const { expr } of targets) {
          const values = await query(expr).catch(() => [])
          if (values.length === 0 || values.some(Number.isNaN)) empty.push(`${title}: ${expr}`)
        }
      return empty
    }
    // Rates need two scrapes with requests between them.
    let empty = ["not asked yet"]
    for (let round = 0; round < 40 && empty.length > 0; round++) {
      for (let one = 0; one < 10; one++) {
        const decisionId = `${round}-${one}`
        expect((await call("decide", "POST", `/v1/experiments/${id}/decisions`, { decisionId })).status).toBe(201)
        await call("decide", "PUT", `/v1/experiments/${id}/decisions/${decisionId}/reward`, { value: one % 2 })
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
      empty = await findEmpty()
    }
    expect(empty).toEqual([])
    // A query without series is seen.
    expect(await query("armistice_nothing")).toEqual([])
  }),
)

test.skipIf(!hasPrometheus)("the rules are valid, and fire for a replica that is down or overspends", () =>
  withFolder(async (place) => {
    copyFileSync(join(folder, "alerts.yaml"), join(place, "alerts.yaml"))
    copyFileSync(join(folder, "prometheus.yaml"), join(place, "prometheus.yaml"))
    writeFileSync(join(place, "armistice-key"), "key")
    execFileSync(promtool, ["check", "config", "prometheus.yaml"], { cwd: place, stdio: "pipe" })
    const labels = { job: "armistice", instance: "replica-1:4600" }
    const series = (name: string, values: string, more = "") => ({
      series: `${name}{job="${labels.job}",instance="${labels.instance}"${more}}`,
      values,
    })
    const unit = {
      rule_files: ["alerts.yaml"],
      evaluation_interval: "15s",
      tests: [
        {
          interval: "15s",
          input_series: [
            series("up", "1x8 0x40"),
            series("armistice_eta_spent", "0.9x20 1.1x40", ',experiment="exp_1"'),
            series("armistice_eta_limit", "1x60", ',experiment="exp_1"'),
          ],
          alert_rule_test: [
            { eval_time: "1m", alertname: "ArmisticeDown", exp_alerts: [] },
            { eval_time: "2m", alertname: "ArmisticeBudgetSpent", exp_alerts: [] },
          ],
          promql_expr_test: [
            {
              expr: "count(ALERTS{alertname='ArmisticeDown',alertstate='firing'})",
              eval_time: "5m",
              exp_samples: [{ labels: "{}", value: 1 }],
            },
            {
              expr: "count(ALERTS{alertname='ArmisticeBudgetSpent',alertstate='firing'})",
              eval_time: "10m",
              exp_samples: [{ labels: "{}", value: 1 }],
            },
          ],
        },
      ],
    }
    // JSON is YAML.
    writeFileSync(join(place, "rules.test.yaml"), JSON.stringify(unit))
    execFileSync(promtool, ["test", "rules", "rules.test.yaml"], { cwd: place, stdio: "pipe" })
  }),
)
