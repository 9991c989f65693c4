// `armistice ledger`: shows the record of releases, and verifies it.

import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { defined, text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { printResult } from "../print/print-result.ts"
import { createProgress } from "../print/progress.ts"
import { UsageError } from "../usage-error.ts"
import { formatResults } from "./ledger-results-text.ts"
import { formatStatement } from "./statement/statement-text.ts"

const own = {
  action: { kind: "choice", values: ["verify", "show", "results", "statement"], about: "what to do" },
  file: text("a store (file or postgres://...), or the NDJSON export of a ledger", "file"),
  experiment: text("only this experiment", "id"),
  population: text("only this population (statement)", "name"),
  tell: { kind: "switch", about: "notify the store's webhooks if verification fails (verify)" },
  html: { kind: "switch", about: "print the statement as an HTML page (statement)" },
  ...configOption,
  json: outputOptions.json,
} as const

export const ledger = defineCommand({
  options: own,
  operands: ["action", "file"],
  async run({ action, file, experiment, population, tell, html, json }) {
    if (action === undefined || file === undefined)
      throw new UsageError("ledger needs an action and a file, as in: ledger verify FILE")
    for (const [isGiven, option] of [
      [population !== undefined, "--population"],
      [html, "--html"],
    ] as const)
      if (isGiven && action !== "statement") throw new UsageError(`${option} must come with statement, got ${action}`)
    if (population !== undefined && experiment !== undefined)
      throw new UsageError("--population and --experiment must not be given together")
    if (html && json) throw new UsageError("--html and --json must not be given together")
    if (tell && action !== "verify") throw new UsageError(`--tell must come with verify, got ${action}`)
    const service = await import("@armistice/service")
    if (action === "statement") {
      const statement = await service.readStatement(file, defined({ experiment, population }))
      const text = service.describeStatement(statement)
      printResult(json, statement, html ? service.renderStatement(text) : formatStatement(text))
      return statement.experiments.every(({ problem }) => problem === null) ? exitCodes.done : exitCodes.failed
    }
    if (action === "show") {
      const entries = service.readLedger(file, experiment)
      return printResult(json, entries, entries.map(formatEntry).join(""))
    }
    if (action === "results") {
      const results = await service.readResults(file, experiment)
      return printResult(json, results, results.map(formatResults).join("\n") || "no experiments\n")
    }
    const progress = createProgress()
    const onVerified = (share: number) => progress.update(share, "verified")
    const verify = async () =>
      service.isPostgresUrl(file)
        ? service.verifyPostgres(file, undefined, onVerified)
        : service.verifyFile(file, onVerified)
    const verdicts = (await verify()).filter(
      (verdict) => [undefined, verdict.experiment].includes(experiment) || verdict.experiment === service.wholeFile,
    )
    progress.clear()
    printResult(json, verdicts, verdicts.map(formatVerdict).join("") || "no experiments\n")
    const failed = verdicts.filter(({ problem }) => problem !== null).map((verdict) => verdict.experiment)
    if (tell && failed.length > 0) await service.reportUnverified(file, failed)
    return failed.length === 0 ? exitCodes.done : exitCodes.failed
  },
})

type Service = typeof import("@armistice/service")
type Verdict = Awaited<ReturnType<Service["verifyFile"]>>[number]
type Entry = ReturnType<Service["readLedger"]>[number]

function formatVerdict(verdict: Verdict): string {
  const { experiment, entries, head, spent, limit, metrics = [], journal, problem, purgedAt } = verdict
  const metricLosses = metrics.map((metric) => `, ${metric.name} ${metric.spent} of ${metric.limit}`).join("")
  const loss = `${limit === null ? "nothing promised" : `eta ${spent} of ${limit}`}${metricLosses}`
  const replayed = journal === null ? "public part only" : `${journal} journal entries replayed`
  const basis =
    purgedAt === undefined ? replayed : `rewards removed on ${new Date(purgedAt).toISOString()}: chain and spend only`
  const releases = entries - (purgedAt === undefined ? 0 : 1)
  return problem === null
    ? `ok  ${experiment}  ${releases} releases, ${loss}, ${basis}, head ${head.slice(0, 12)}\n`
    : `BAD ${experiment}  ${problem}\n`
}

function formatEntry(entry: Entry): string {
  const { experiment, index, at, metric, segment, arm, block, count, mechanism, eta, spent } = entry
  const values = metric === undefined ? "rewards" : `values of ${metric}`
  const prefix = `${experiment} ${index}  ${new Date(at).toISOString()}`
  if (mechanism === "purge") return `${prefix}  rewards removed, spent ${spent}\n`
  return `${prefix}  arm ${arm}${segment === "" ? "" : ` in ${segment}`}, block ${block} of ${count} ${values}, ${mechanism}, eta ${eta}, spent ${spent}\n`
}
