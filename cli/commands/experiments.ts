// `armistice experiments`: shows or changes a running experiment through the service.

import { ArmisticeClient, type ExperimentView, type Results } from "@armistice/client"
import { defineCommand } from "../command.ts"
import { defined, integer, type OptionValues, text } from "../options/option-spec.ts"
import { configOption, outputOptions } from "../options/output-options.ts"
import { formatQuantity } from "../print/numbers.ts"
import { printResult } from "../print/print-result.ts"
import { UsageError } from "../usage-error.ts"
import { formatGroups } from "./groups-text.ts"

const actions = ["show", "stop", "resume", "add-arm", "pause", "finish", "extend"] as const

const own = {
  action: { kind: "choice", values: actions, about: "what to do" },
  id: text("of the experiment", "id"),
  arm: text("which one to stop, resume, add, or serve once it is finished", "arm"),
  reason: text("why, for the record (stop, resume)", "text"),
  serve: {
    kind: "choice",
    values: ["control", "sticky"],
    default: "control",
    about: "what people with a sticky arm get (pause)",
  },
  everyone: { kind: "switch", about: "also people with a sticky arm get the served arm (finish)" },
  horizon: integer(1, 1e12, "how many decisions to learn from in all (extend)"),
  service: text("address of the service (http://127.0.0.1:4600 if left out)", "address"),
  key: text("with the role operate (ARMISTICE_KEY if left out)", "key"),
  ...configOption,
  json: outputOptions.json,
} as const

export const experiments = defineCommand({
  options: own,
  operands: ["action", "id", "arm"],
  async run({ action, id, json, service = "http://127.0.0.1:4600", key = process.env.ARMISTICE_KEY, ...values }) {
    if (action === undefined || id === undefined)
      throw new UsageError(`experiments needs an action (${actions.join(", ")}) and the id of an experiment`)
    checkOptions(action, values)
    const client = new ArmisticeClient(defined({ baseUrl: service, key }))
    if (action === "show") return show(client.experiment(id), json)
    const view = await run(client.experiment(id), action, values)
    return printResult(json, view, formatView(view))
  },
})

type Action = Exclude<(typeof actions)[number], "show">
type Handle = ReturnType<ArmisticeClient["experiment"]>

type Values = Pick<OptionValues<typeof own>, "arm" | "reason" | "serve" | "everyone" | "horizon">

/** Refuses options that the action would ignore. */
function checkOptions(action: (typeof actions)[number], { arm, reason, serve, everyone, horizon }: Values): void {
  const refuse = (option: string, wanted: string): never => {
    throw new UsageError(`${option} must come with ${wanted}, got experiments ${action}`)
  }
  const needsArm = action === "stop" || action === "add-arm"
  if (needsArm && arm === undefined) throw new UsageError(`experiments ${action} needs an arm`)
  if (arm !== undefined && !needsArm && action !== "resume" && action !== "finish")
    refuse("an arm", "stop, resume, add-arm or finish")
  if (reason !== undefined && !(action === "stop" || (action === "resume" && arm !== undefined)))
    refuse("--reason", "stop or resume of an arm")
  if (action === "resume" && arm !== undefined && reason === undefined)
    throw new UsageError("experiments resume of an arm needs --reason")
  if (serve === "sticky" && action !== "pause") refuse("--serve", "pause")
  if (everyone && action !== "finish") refuse("--everyone", "finish")
  if (horizon !== undefined && action !== "extend") refuse("--horizon", "extend")
  if (action === "extend" && horizon === undefined) throw new UsageError("experiments extend needs --horizon")
}

function run(experiment: Handle, action: Action, values: Values): Promise<ExperimentView> {
  const { arm, reason, serve, everyone, horizon } = values
  const name = arm as string
  switch (action) {
    case "stop":
      return experiment.stopArm(name, defined({ reason }))
    case "resume":
      return arm === undefined ? experiment.resume() : experiment.resumeArm(arm, { reason: reason as string })
    case "add-arm":
      return experiment.addArm(name)
    case "pause":
      return experiment.pause({ serve })
    case "finish":
      return experiment.finish(defined({ everyone: everyone || undefined, arm }))
    case "extend":
      return experiment.extend(horizon as number)
  }
}

/** Prints the experiment and its results, with context also those of groups. */
async function show(experiment: Handle, json: boolean): Promise<number> {
  const [view, results] = [await experiment.read(), await experiment.results()]
  return printResult(json, { ...view, results }, `${formatView(view)}${formatKnown(view, results)}`)
}

function formatKnown({ context }: ExperimentView, results: Results): string {
  const sentences = results.segments.map(
    ({ segment, sentence }) => `  ${segment === null ? "" : `${segment}: `}${sentence}\n`,
  )
  const notice = context === null ? "" : `  ${context.notice}\n`
  return `${sentences.join("")}${formatGroups(results)}${notice}`
}

function formatView({ id, name, status, arms, stopped, horizon, retention }: ExperimentView): string {
  const isStopped = (arm: string): boolean => stopped.some((one) => one.arm === arm)
  const served = arms.map((arm) => (isStopped(arm) ? `${arm} (stopped)` : arm)).join(", ")
  const kept = retention === null ? "" : formatRetention(retention)
  return `${id}  ${name}  ${status}\n  arms: ${served}\n  learns from ${formatQuantity(horizon)} decisions\n${kept}`
}

function formatRetention(retention: NonNullable<ExperimentView["retention"]>): string {
  const { archiveAfterDays, archiveAt, purgeAfterDays, purgeAt } = retention
  const line = (what: string, days: number | null, at: string | null): string =>
    days === null
      ? ""
      : `  ${what} ${days} ${days === 1 ? "day" : "days"} after its end${at === null ? "" : ` (${at})`}\n`
  return line("archived", archiveAfterDays, archiveAt) + line("purged", purgeAfterDays, purgeAt)
}
