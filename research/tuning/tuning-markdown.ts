// The tuning as a page: the procedure, once, and what it chose for whom.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { type FreeParameters, formatFormName, freeParameters } from "@armistice/lab/internal"
import { type TunedRow, tunedEtas, tuningInstances, tuningRuns } from "./tune.ts"

export type FormRow = TunedRow & { readonly form: string }

export function formatTuningMarkdown(rows: readonly FormRow[]): string {
  const forms = freeParameters.map((free) =>
    section(
      free,
      rows.filter(({ form }) => form === formatFormName(free)),
    ),
  )
  return `# Tuning

Algorithms are compared at equal privacy. What they leave open beside it is chosen for all of them by one procedure, so that none is
judged by defaults that suit another:

1. The tuning instances are ${tuningInstances.length} settings drawn as the adversarial ones are, by another seed (up to 100 arms; for slow algorithms fewer, as said below).
   Nobody is judged on them.
2. At η = ${tunedEtas.join(", ")}, every combination of the values below gets ${tuningRuns[0]} runs on each instance, the best quarter of them ${tuningRuns[1]}, and the best
   three ${tuningRuns[2]}. The one with the least mean logarithm of the mean regret over the instances is taken. Seeds are fixed.
3. Between these η, numbers are interpolated in ln η; beyond them the nearest holds.

A first batch has max(1, min(T/(4K), first · √ln(1 + ηT/K) · noise)) rewards, where noise is 1/ε or 1/η, as GDP-IMED's has; in a form without
horizon max(1, first · noise). "Beside published" is the geometric mean over the instances of regret as tuned divided by regret at the
setting that tuning starts from.

Values with which an algorithm no longer learns are not tried: GDP-TS's draws keep the variance 1/4 that rewards in [0, 1] may have, and
exploration stays at 1 or more, where the chance that an interval misses the mean is 1/t. Less has small regret in most runs and a large
one in a few: on five arms .75 to .25 at η = 1, a million rounds and 8,000 runs, GDP-TS with a variance of .02 has a median of 47 and a mean of 212 ± 43
(the largest 125,043), where GDP-IMED has 85 and 86.3 ± .3; 600 runs showed a mean of 59.

GDP-IMED itself has no free parameter. Nothing is open in ${nothingOpen()}.

\`node --conditions=source --import=tsx research/tuning/write-results.ts\` does all of it again; remove lab/frontier/tuned-parameters.json first. ${missing(rows)}

${forms.join("\n")}`
}

function section(free: FreeParameters, rows: readonly FormRow[]): string {
  const grids = Object.entries(free.grids).map(([name, values]) => `${name} ${values.join(", ")}`)
  const names = Object.keys(free.grids)
  const size =
    free.most === undefined
      ? ""
      : `, instances of at most ${free.most.arms} arms and ${shortNumber(free.most.horizon)} rounds`
  const lines = rows.map(
    ({ eta, choice, besideStart, instances }) =>
      `| ${eta} | ${names.map((name) => choice[name]).join(" | ")} | ${besideStart.toFixed(3)} | ${instances} |`,
  )
  const head = `| η | ${names.join(" | ")} | beside published | instances |\n|${"---|".repeat(names.length + 3)}`
  return `## ${formatFormName(free)}\n\nTried: ${grids.join("; ")}${size}. Published: ${names.map((name) => `${name} ${free.start[name]}`).join(", ")}.\n\n${head}\n${lines.join("\n")}\n`
}

const nothingOpen = (): string =>
  ["dp-ts-ucb", "dp-ts-ucb-calibrated", "dp-ts-ucb-anytime", "dp-se"]
    .map((name) => findAlgorithm(name).label)
    .join(", ")

function missing(rows: readonly FormRow[]): string {
  const left = freeParameters.length * tunedEtas.length - rows.length
  return left === 0
    ? ""
    : `${left} of ${freeParameters.length * tunedEtas.length} choices are not made: where an algorithm cannot be that private, or not tuned yet.`
}
