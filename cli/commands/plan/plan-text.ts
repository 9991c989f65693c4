// A plan as text: the target, a table of algorithms, a recommendation, and the effect of a wrong
// guess.

import { catalogue } from "@armistice/core"
import {
  describeFewRuns,
  type Plan,
  type PlannedAlgorithm,
  type PlannedDeliveryCost,
  type PlannedIntervals,
  type StrongestPrivacy,
} from "@armistice/lab"
import { formatCharged } from "../../print/format-charged.ts"
import {
  formatInterval,
  formatLoss,
  formatPercent,
  formatPlainNumber,
  formatQuantity,
  formatShortCount,
} from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

export function formatPlan(plan: Plan, traffic: number | undefined): string {
  const { recommended, horizon, armCount, eta, uniformRegret } = plan
  const regret = recommended.regret === null ? "" : `: about ${formatQuantity(recommended.regret.mean)} rewards lost`
  const lines = [
    `${armCount} arms, ${formatShortCount(horizon)} rounds, privacy η = ${formatLoss(eta)} (ε = ${formatLoss(plan.epsilonAt1e6)} at δ = 1e-6).`,
    `Someone who knows all other rewards guesses one right at most ${percentUp(plan.attackSuccess)} % of the time (50 % is chance).`,
    "",
    formatTable([["algorithm", "parameters", "regret", "95 % interval", "runs"], ...plan.algorithms.map(row)], {
      left: [0, 1],
    }),
    "",
    `Take ${recommended.label} (${recommended.algorithm})${regret}${shareLost(recommended, horizon)}.`,
    ...remarksOn(plan),
    ...roughIntervals(plan),
    `Pulling arms at random would lose ${formatQuantity(uniformRegret)}.`,
  ]
  lines.push(...intervalLines(plan.intervals))
  if (traffic !== undefined) lines.push(formatTraffic(horizon, traffic))
  if (plan.delivery !== null) lines.push("", ...deliveryLines(plan.delivery))
  lines.push("", "If the guess is wrong, privacy stays as it is; the regret would be:")
  lines.push(
    formatTable(
      plan.ifWrong.map(({ about, regret: other }) => [about, formatQuantity(other.mean), formatInterval(other)]),
      { indent: "  " },
    ),
  )
  lines.push(...formatCharged(plan.algorithms))
  if (plan.unable.length > 0) {
    lines.push("", "Cannot be that private here:")
    for (const { algorithm, nearest } of plan.unable) {
      const near = nearest === null ? "promises nothing" : `the nearest it can be is η = ${formatLoss(nearest)}`
      lines.push(`  ${catalogue.find(({ name }) => name === algorithm)?.label ?? algorithm}: ${near}`)
    }
  }
  return lines.join("\n")
}

/** How precisely the difference of the two best arms will be known. */
function intervalLines(intervals: PlannedIntervals | null): string[] {
  if (intervals === null) return []
  const { within, evenShare, warning } = intervals
  const dealt =
    evenShare === 0 ? "nothing dealt evenly (--even-share)" : `${formatQuantity(100 * evenShare)} % dealt evenly`
  return [
    `With ${dealt} the difference of the two best is known to within ${formatQuantity(within)} in the end.`,
    ...(warning === null ? [] : [warning]),
  ]
}

/** The cost of late and missing answers, and cheaper alternatives. */
function deliveryLines({ answered, waits, lostWaiting, warnings, alternatives }: PlannedDeliveryCost): string[] {
  const waiting =
    waits === 0
      ? ""
      : ` Nothing is learned in the first ${formatShortCount(waits)} rounds: about ${formatQuantity(lostWaiting)} rewards lost.`
  return [
    `${formatPercent(answered)} of decisions are answered within the window.${waiting}`,
    ...warnings.map(({ text }) => text),
    "Regret, every answer counted whenever it comes:",
    formatTable(
      alternatives.map(({ about, regret }) => [about, formatQuantity(regret.mean), formatInterval(regret)]),
      { indent: "  " },
    ),
  ]
}

function row({ label, parameters, regret }: PlannedAlgorithm): string[] {
  const shown = Object.entries(parameters)
    .filter(([name, value]) => name !== "horizon" && !(name === "batchRatio" && value === 0))
    .map(
      ([name, value]) =>
        `${name} ${typeof value === "number" ? formatPlainNumber(Number(value.toPrecision(4))) : value}`,
    )
  if (regret === null) return [label, shown.join(", "), "too slow to simulate here", "", ""]
  return [label, shown.join(", "), formatQuantity(regret.mean), formatInterval(regret), String(regret.runs)]
}

const percentUp = (share: number): string => (Math.ceil(share * 1e4) / 100).toFixed(2)

const shareLost = ({ regret }: PlannedAlgorithm, horizon: number): string =>
  regret === null
    ? ""
    : `, ${formatQuantity((1000 * regret.mean) / horizon)} in a thousand decisions; ${formatPercent(regret.bestShare)} of them go to the best arm`

/** Most rows have few runs, which is enough to rule an algorithm out. */
function roughIntervals({ algorithms }: Plan): string[] {
  const counts = algorithms.flatMap(({ regret }) => (regret?.hasFewRuns === true ? [regret.runs] : []))
  return counts.length === 0 ? [] : [`${describeFewRuns(Math.min(...counts))}.`]
}

/** Explains rows that seem to contradict the recommendation. */
function remarksOn({ algorithms, recommended, uniformRegret }: Plan): string[] {
  const [first] = algorithms
  const mean = recommended.regret?.mean ?? 0
  const remarks: string[] = []
  if (first !== undefined && (first.regret?.mean ?? mean) < mean)
    remarks.push(
      `${first.label} lost less in these runs, but not a tenth less beyond doubt${
        // An algorithm of one's own has no results over many settings.
        catalogue.some(({ name }) => name === first.algorithm)
          ? "; over many settings it loses more (armistice frontier)"
          : ""
      }.`,
    )
  if (uniformRegret > 0 && mean > 0.9 * uniformRegret)
    remarks.push("At this privacy nothing can be learnt in so many rounds: it needs more rounds, or a larger loss.")
  return remarks
}

export function formatTraffic(horizon: number, traffic: number): string {
  return `At ${formatQuantity(traffic)} decisions a day it takes ${formatDays(horizon / traffic)}.`
}

function formatDays(days: number): string {
  if (days < 2) return `${formatQuantity(days * 24)} hours`
  if (days < 60) return `${formatQuantity(days)} days`
  return days < 730 ? `${formatQuantity(days / 30.44)} months` : `${formatQuantity(days / 365.25)} years`
}

/** At this η an attacker is right more than 99 % of the time. */
const nothingProtected = 4.7

export function formatStrongest(found: readonly StrongestPrivacy[], mostRegret: number, plan: Plan | null): string {
  const [best] = found
  if (best === undefined) return ""
  const rows = found.map(({ label, isMet, eta, attackSuccess, regret }) => [
    label,
    isMet ? formatLoss(eta) : "none",
    isMet ? `${percentUp(attackSuccess)} %` : "",
    formatQuantity(regret.mean),
    isMet ? "" : `at best, at η = ${formatLoss(eta)}`,
  ])
  const conclusion = best.isLeastTried
    ? `At most ${formatQuantity(mostRegret)} rewards are lost here at any privacy: even at η = ${formatLoss(best.eta)}, the least that was tried, ${best.label} loses ${formatQuantity(best.regret.mean)}.`
    : best.isMet
      ? `The strongest privacy that loses at most ${formatQuantity(mostRegret)} rewards is η = ${formatLoss(best.eta)}, with ${best.label}.`
      : `No algorithm loses at most ${formatQuantity(mostRegret)} rewards here, at any privacy: the least is ${formatQuantity(best.regret.mean)}, with ${best.label}.`
  const lines = [
    conclusion,
    ...(best.isMet && best.eta > nothingProtected
      ? ["At such a loss hardly anything is protected: lose more rewards, or call it not private."]
      : []),
    "",
    formatTable([["algorithm", "smallest η", "attack", "regret", ""], ...rows], { left: [0, 4] }),
  ]
  if (plan !== null && best.isMet && best.eta > plan.eta)
    lines.push(
      "",
      `Both together cannot be had: at η = ${formatLoss(plan.eta)} the least is ${formatQuantity(plan.algorithms[0]?.regret?.mean ?? 0)}; the nearest privacy within ${formatQuantity(mostRegret)} is η = ${formatLoss(best.eta)}.`,
    )
  return lines.join("\n")
}
