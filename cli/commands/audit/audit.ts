// `armistice audit`: attacks an algorithm and states, with confidence, the privacy loss it shows.

import { findAlgorithm } from "@armistice/core"
import {
  type AuditOptions,
  type AuditResult,
  audit as auditAlgorithm,
  auditAll,
  auditChart,
  auditExample,
  auditExamples,
  auditTableChart,
  isAuditOfAlgorithm,
} from "@armistice/lab"
import { threads } from "@armistice/lab/node"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import type { Host } from "../../host.ts"
import { chooseAlgorithm, formatAlgorithmNotes, readParameterOptions } from "../../options/algorithm-options.ts"
import { defined, formatFlag, integer, number, type OptionValues, text } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { moduleOption, readModule } from "../../options/own-module.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeCharts, writeChartsAndPoints } from "../../output/write-charts.ts"
import { formatJson } from "../../print/format-json.ts"
import { runInSession } from "../../session.ts"
import { UsageError } from "../../usage-error.ts"
import { auditTableCsv } from "./audit-table-csv.ts"
import { formatAudit, formatAuditTable } from "./audit-text.ts"
import { readSavedAudits } from "./saved-audit.ts"
import { formatServiceAudit } from "./service-audit-text.ts"

const heading = "Audit"
const subjectHeading = "Someone who took part in several rounds"
const own = {
  algorithm: text("which algorithm; parameters left out take those of --all", "name"),
  module: { ...moduleOption.module, about: `${moduleOption.module.about}; its \`view\` says what it releases` },
  all: { kind: "switch", about: "every algorithm that promises something, bounds corrected for their number" },
  service: {
    kind: "switch",
    about: "the service itself: small experiments through HTTP with its own noise, attacked with all it gives out",
  },
  ...configOption,
  runs: integer(
    100,
    1e8,
    "runs of each of the two tables; 1e5 if left out, with --service 300 of each kind of experiment",
    { heading },
  ),
  seed: integer(0, 2 ** 53 - 2, "fixes everything simulated", { default: 1, heading }),
  confidence: number(
    0,
    1 - 1e-9,
    "probability that a bound holds; 0.95 if left out, with --service 0.999999 for all bounds together",
    { aboveMin: true, heading },
  ),
  delta: number(0, 0.5, "at which epsilon is bounded", { default: 1e-5, heading }),
  jobs: integer(1, 1024, "threads (all cores if left out); changes no result", { heading }),
  save: text("write the audit to a file, to continue later", "file", heading),
  continue: text("continue a saved audit up to --runs", "file", heading),
  box: {
    kind: "choice",
    values: ["white", "black", "both"],
    default: "both",
    about: "what the attacker sees: all that the proof releases, only the arms, or one of each",
    heading,
  },
  subjectRounds: integer(1, 1e5, "rounds one person took part in", { heading: subjectHeading }),
  subjectReleases: {
    kind: "choice",
    values: ["one", "different"],
    default: "one",
    about: "whether they fall in one release or in different ones; the promise is k·eta for both",
    heading: subjectHeading,
  },
  ...outputOptions,
  csv: {
    ...outputOptions.csv,
    about: "write the points of the claimed and the measured trade-off; of --all, the table",
  },
} as const

const exitNote = [
  "Exits with 1 when a claim is disproved: an attack shows more loss than is claimed, with the confidence asked for.",
  "armistice audit --service starts a service of its own, takes some minutes, and leaves nothing behind.",
].join("\n")

export const audit = defineCommand({
  options: own,
  parameters: readParameterOptions,
  notes: () => `${exitNote}\n\n${formatAlgorithmNotes()}`,
  async run(values, parameters, host) {
    if (values.service) return runServiceAudit(values, host)
    const { runs = 1e5, confidence = 0.95, delta, save, csv, svg, png } = values
    const saved = values.continue === undefined ? [] : readSavedAudits(values.continue)
    const isTable = values.all || saved.length > 1
    const first = saved[0]
    const audited = isTable ? null : await chooseAudited(values, parameters, first)
    if (audited !== null && first !== undefined && !isAuditOfAlgorithm(first, audited.algorithm))
      throw new UsageError(`--continue names an audit of ${first.algorithm}, another algorithm than the one given`)
    return runInSession(
      { save, csv, svg, png },
      async ({ files, progress, signal }) => {
        const shared = {
          runs,
          confidence,
          delta,
          seed: first?.seed ?? values.seed,
          pool: threads,
          jobs: values.jobs,
          signal,
          ...(values.box === "both" ? {} : { boxes: [values.box] }),
          onProgress: ({ share, stage }: { share: number; stage: string }) => progress.update(share, stage),
        }
        const { subjectRounds: rounds, subjectReleases: releases } = values
        const subject = rounds === undefined ? undefined : { rounds, releases }
        const document =
          audited === null
            ? await auditAll(auditExamples(), shared, saved)
            : await auditAlgorithm({ ...shared, ...audited, ...defined({ continues: first, subject }) })
        const audits = "audits" in document ? document.audits : [document]
        files.save?.write(formatJson(document))
        if ("audits" in document) {
          files.csv?.write(auditTableCsv(document))
          await writeCharts(files, () => auditTableChart(document))
        } else await writeChartsAndPoints(files, () => auditChart(document))
        progress.clear()
        const text = () =>
          "audits" in document ? formatAuditTable(document) : formatAudit(document, values.box !== "black")
        host.print(values.json, document, () => text() + formatWritten(files))
        const isComplete =
          audits.every(({ finished }) => finished >= runs) && (!isTable || audits.length === auditExamples().length)
        if (audits.some(({ verdict }) => verdict === "disproved")) return exitCodes.disproved
        return isComplete ? exitCodes.done : exitCodes.interrupted
      },
      host,
    )
  },
})

/** Live noise has no seed, so no run can be repeated: a high confidence keeps false alarms rare. */
async function runServiceAudit(values: OptionValues<typeof own>, host: Host): Promise<number> {
  const unsupported = ["algorithm", "module", "all", "continue", "subjectRounds", "csv", "svg", "png"] as const
  const given = unsupported.find((name) => values[name] !== undefined && values[name] !== false)
  if (given !== undefined) throw new UsageError(`--service and ${formatFlag(given)} must not be given together`)
  const { runs = 300, confidence = 1 - 1e-6, delta, save } = values
  return runInSession(
    { save, csv: undefined, svg: undefined, png: undefined },
    async ({ files, progress, signal }) => {
      const { auditService } = await import("./audit-service.ts")
      const document = await auditService({
        runs,
        confidence,
        delta,
        signal,
        onProgress: ({ share, stage }) => progress.update(share, stage),
      })
      files.save?.write(formatJson(document))
      progress.clear()
      host.print(values.json, document, () => formatServiceAudit(document) + formatWritten(files))
      return document.verdict === "disproved" ? exitCodes.disproved : exitCodes.done
    },
    host,
  )
}

/** The algorithm of --module or --algorithm, or else of the saved audit. */
async function chooseAudited(
  values: OptionValues<typeof own>,
  parameters: Readonly<Record<string, unknown>>,
  saved: AuditResult | undefined,
): Promise<Pick<AuditOptions, "algorithm" | "view" | "module">> {
  if (values.module !== undefined) {
    const module = await readModule(values.module)
    const { entry, view, url } = module
    const text = values.algorithm ?? entry.name
    const chosen = chooseAlgorithm(text, parameters, entry)
    if (chosen.entry !== entry) throw new UsageError(`--algorithm beside --module must be ${entry.name}, got ${text}`)
    return defined({ algorithm: entry.create(chosen.parameters), module: url, view })
  }
  const name = values.algorithm ?? saved?.algorithm
  if (name === undefined) throw new UsageError("audit needs --algorithm, --module, --all or --service")
  const { entry, parameters: chosen } = chooseAlgorithm(name, parameters)
  return {
    algorithm: auditExample(findAlgorithm(entry.name), values.algorithm === undefined ? saved?.parameters : chosen),
  }
}
