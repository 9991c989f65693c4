// One step of `npm test`: what it is called, what it checks, and how. A step is a command, or a function that lists problems.

import type { Selection } from "./test-kinds.ts"
import { runTool } from "./tool.ts"

export interface Outcome {
  passed: number
  failed: number
  /** A few words beside the verdict, such as a size. */
  summary: string
  /** Shown only if something failed. */
  output: string
}

export interface Step {
  name: string
  about: string
  /** Whether it prints while it runs, for steps that take long. */
  streams?: true
  run(options: StepOptions): Promise<Outcome>
}

export interface StepOptions {
  /** Which tests to run. */
  readonly selection: Selection
  /** Only tests in these folders or files, from the root; all if there is none. */
  readonly paths: readonly string[]
}

/** What a check of our own found: no problem is a pass. */
export interface Findings {
  problems: string[]
  summary: string
}

/** A step that passes if the command of an installed package exits with 0. */
export function commandStep(name: string, about: string, tool: string, args: string[]): Step {
  const run = async () => {
    const { code, output } = await runTool(tool, args)
    return code === 0 ? pass("") : failure(output)
  }
  return { name, about, run }
}

/** A step that passes if the function finds no problem. */
export function problemStep(name: string, about: string, find: () => Promise<Findings>): Step {
  const run = async () => {
    const { problems, summary } = await find()
    return problems.length === 0 ? pass(summary) : failure(problems.join("\n"))
  }
  return { name, about, run }
}

const pass = (summary: string): Outcome => ({ passed: 1, failed: 0, summary, output: "" })

export const failure = (output: string): Outcome => ({ passed: 0, failed: 1, summary: "", output })
