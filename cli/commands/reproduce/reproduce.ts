// `armistice reproduce`: every figure, table and claim of the DP-TS-UCB paper, run again and
// judged.

import { exhibits, findExhibits } from "@armistice/paper"
import { reproduceAll } from "@armistice/paper/node"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { defined, integer, splitList, text } from "../../options/option-spec.ts"
import { configOption, jsonOption } from "../../options/output-options.ts"
import { printResult } from "../../print/print-result.ts"
import { runInSession } from "../../session.ts"
import { formatReproduction } from "./reproduction-text.ts"

const own = {
  runs: integer(1, 1e6, "runs of a costly point, as in the paper; cheap ones get 10 to 50 times as many", {
    default: 20,
  }),
  only: text("figures by name, separated by commas (all if left out)", "names"),
  out: {
    kind: "text",
    default: "reproduction",
    about: "folder for results, figures (SVG, PNG, PDF, CSV), report.html and report.pdf",
    placeholder: "folder",
  },
  seed: integer(0, 2 ** 53 - 2, "fixes everything simulated", { default: 1 }),
  jobs: integer(1, 1024, "threads (all cores if left out); changes no result"),
  ...configOption,
  ...jsonOption,
} as const

export const reproduce = defineCommand({
  options: own,
  notes: () =>
    `Figures:\n${exhibits.map(({ id, title }) => `  ${id.padEnd(20)}${title}`).join("\n")}\n\n` +
    "Exit code 1: a claim that holds in the committed results does not hold now. Undecided does not count.",
  async run({ runs, only, out, seed, jobs, json }) {
    const names = splitList(only)
    findExhibits(names)
    return runInSession({}, async ({ progress, signal }) => {
      const onProgress = (share: number, note: string) => progress.update(share, note)
      const reproduction = await reproduceAll(defined({ runs, seed, out, signal, only: names, jobs, onProgress }))
      progress.clear()
      printResult(json, reproduction, formatReproduction(reproduction, out))
      if (reproduction.unfinished.length > 0) return exitCodes.interrupted
      return reproduction.broken.length > 0 ? exitCodes.contradicted : exitCodes.done
    })
  },
})
