// Runs every step in order, goes on after a failure, and ends with the line "N passed, N failed".
// Arguments: names of steps run only those, and folders only the tests there; --quick leaves out all but the quick tests, --slow runs the
// long proofs and nothing else.

import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./repository.ts"
import { failure, type Outcome, type Step, type StepOptions } from "./step.ts"
import { steps } from "./steps.ts"

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== "--quick" && arg !== "--slow")
const isStep = (name: string) => steps.some((step) => step.name === name)
const isFolder = (name: string) => !name.startsWith("-") && existsSync(join(root, name))
for (const name of names) {
  if (isStep(name) || isFolder(name)) continue
  console.error(
    `a step must be one of ${steps.map((step) => step.name).join(", ")}, or a folder with tests; got ${name}`,
  )
  process.exit(2)
}

const options: StepOptions = {
  selection: args.includes("--slow") ? "slow" : args.includes("--quick") ? "quick" : "whole",
  paths: names.filter((name) => !isStep(name)),
}
const isTestsOnly = options.selection === "slow" || options.paths.length > 0
const isChosen = ({ name }: Step) => names.includes(name) || (isTestsOnly ? name === "tests" : names.length === 0)
const chosen = steps.filter(isChosen)
const outcomes = []
for (const step of chosen) outcomes.push({ step, ...(await report(step)) })

const failing = outcomes.filter(({ failed }) => failed > 0).map(({ step }) => step.name)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(failing.length === 0 ? "" : `\nNot passed: ${failing.join(", ")}. What they said is above.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function report(step: Step): Promise<Outcome> {
  const title = `${step.name.padEnd(12)} ${step.about}`
  process.stdout.write(step.streams ? `${title}:\n` : `${title} ... `)
  const started = performance.now()
  const outcome = await step.run(options).catch((error: Error) => failure(error.stack ?? String(error)))
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const verdict = [outcome.failed === 0 ? "ok" : "FAILED", outcome.summary, seconds].filter((part) => part !== "")
  console.log(step.streams ? `${step.name.padEnd(12)} ${verdict.join(", ")}` : verdict.join(", "))
  if (outcome.failed > 0 && outcome.output !== "") console.log(indent(outcome.output))
  return outcome
}

function indent(text: string): string {
  const lines = text.trim().split("\n")
  return ["", ...lines.map((line) => (line === "" ? "" : `    ${line}`)), ""].join("\n")
}
