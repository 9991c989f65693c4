// The page of a draw: the verdict, the worst settings first, and who was left out.

import { shortNumber } from "@armistice/lab"
import { countArms, type DrawnSetting } from "./draw-settings.ts"
import type { Draw } from "./draws.ts"
import { isLessBy, isMeasured, type JudgedCell, judgeSettings, type SettingComparison } from "./judge-settings.ts"
import { type MeasuredRow, manyArms, type RunPlan } from "./measure.ts"
import { computeTallyError, type RegretTally } from "./regret-tally.ts"

const shown = 60

export function formatAdversarialMarkdown(
  { settings, ranges, note = "", plan, isInOrder = false }: Omit<Draw, "name" | "folder">,
  search: readonly MeasuredRow[],
  confirm: readonly MeasuredRow[],
): string {
  const cells = judgeSettings(settings, search, confirm)
  const measured = cells.filter(isMeasured)
  const anytime = measured.filter(({ withoutHorizon }) => withoutHorizon !== null)
  const order = isInOrder ? "" : ", those of few arms and up to a million rounds first"
  const late = measured.filter(({ setting }) => setting.delivery !== undefined)
  return `# Settings drawn by a seed

${settings.length} settings drawn by a seed: ${ranges}; means even, near 0, near 1, tied, crowded, click rates, and rewards that
are not yes or no. Arms are shuffled in every run. ${measured.length} of them are measured so far${measured.length < settings.length ? order : ""}.${note === "" ? "" : `\n\n${note}`}

GDP-IMED knows the horizon. Every other algorithm of the catalogue has the same η, and runs as it was tuned
(research/tuning/results), as it was tuned without the horizon, and as published; the table shows the best of them. Each gets ${plan.few} runs, ${plan.some} if
it is not plainly worse (${plan.fewer} if its runs hardly differ), and up to ${plan.most} while it may have a tenth less regret by four standard errors.${timeLimit(plan)}
A contender that may be slow, and every one where arms are over ${manyArms} or rounds over ${shortNumber(plan.longHorizon)}, is tried on fewer rounds first, and left out if
it has over twice the regret that GDP-IMED has at the end, in each of three runs. The best of
many is partly the luckiest, so settings near or beyond a tenth are measured again with new seeds, and these decide. The last column compares
the forms without horizon with each other.

## Verdict

${verdict(measured)}${late.length === 0 ? "" : `\n\nThe ${late.length} settings with late rewards or silence alone:\n\n${verdict(late)}`}

Without horizon, another form has more than 10 % less regret beyond four standard errors in ${countBeyond(
    anytime.map(({ withoutHorizon }) => withoutHorizon),
    0.1,
  )} of ${anytime.length} settings (not confirmed with new seeds).

## The worst first

${table(measured.slice(0, shown))}

The other ${Math.max(0, measured.length - shown)} settings have smaller ratios; all rows are in search.json and confirm.json.

## Left out

${leftOut(measured, plan)}
`
}

function verdict(cells: readonly JudgedCell[]): string {
  const decided = cells.map(({ search, confirmed }) => confirmed ?? (isLessBy(search, 0.1) ? null : search))
  const open = cells.filter(({ search, confirmed }) => isLessBy(search, 0.1) && confirmed === null).length
  const tenth = countBeyond(decided, 0.1)
  const more = countBeyond(decided, 0.15)
  const named = cells.flatMap(({ setting, search, confirmed }) =>
    isLessBy(confirmed ?? search, 0.1) ? [nameSetting(setting)] : [],
  )
  const near = cells.filter(({ search, confirmed }) => {
    const last = confirmed ?? search
    return last !== null && last.ratio > 1 / 0.85 && !isLessBy(last, 0.15)
  })
  const undecided = cells.flatMap(({ setting, search, confirmed }) => {
    const last = confirmed ?? search
    return last !== null && last.ratio > 1 / 0.9 && !isLessBy(last, 0.1)
      ? [`${nameSetting(setting)}: ${last.ratio.toFixed(3)} ± ${last.error.toFixed(3)}`]
      : []
  })
  const farAhead = cells.flatMap(({ setting, isFarAhead }) => (isFarAhead ? [nameSetting(setting)] : []))
  const ratios = cells.map(({ search }) => search?.ratio ?? 0).sort((a, b) => a - b)
  const at = (share: number): string => (ratios[Math.floor(share * (ratios.length - 1))] ?? 0).toFixed(2)
  const nearText =
    near.length === 0
      ? "none"
      : `${near.map(({ setting }) => nameSetting(setting)).join("; ")}. core/algorithms/gdp-imed.md says what is the same in them`
  return `* Another algorithm has more than 10 % less regret, beyond four standard errors and with new seeds: ${tenth} of ${cells.length} settings, ${((100 * tenth) / Math.max(1, cells.length)).toFixed(1)} %${tenth === 0 ? "" : ` (${named.join("; ")})`}.
* More than 15 % less: ${more} of ${cells.length}.
* 10 % less as last measured, but within four standard errors (GDP-IMED's regret divided by the other's): ${undecided.length === 0 ? "none" : undecided.join("; ")}.
* 15 % less as last measured, but within four standard errors: ${nearText}.
* Beyond 10 % in the search, and not measured again yet: ${open}.
* Regret of GDP-IMED divided by that of the best other: the median is ${at(0.5)}, the 90 % quantile ${at(0.9)}, the largest ${at(1)} as first measured.${farAhead.length === 0 ? "" : `\n* Every other algorithm is left out as far behind, and the ratio counts as 0: ${farAhead.join("; ")}.`}`
}

const timeLimit = ({ contenderMs }: RunPlan): string =>
  contenderMs < Number.POSITIVE_INFINITY
    ? `\nA contender gets no more runs after ${contenderMs / 1000} seconds of a processor in one setting.`
    : ""

const countBeyond = (comparisons: readonly (SettingComparison | null)[], share: number): number =>
  comparisons.filter((one) => isLessBy(one, share)).length

function table(cells: readonly JudgedCell[]): string {
  const head =
    "| setting | arms | rounds | η | GDP-IMED | runs | best other | runs | ratio | new seeds | runs | without horizon |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
  return `${head}\n${cells.map(line).join("\n")}`
}

function line({ setting, search, confirmed, withoutHorizon }: JudgedCell): string {
  if (search === null) return ""
  const { own, rival } = search
  const again = confirmed === null ? " | " : `${ratioText(confirmed)} | ${confirmed.own.runs}, ${confirmed.rival.runs}`
  const anytime = withoutHorizon === null ? "" : `${ratioText(withoutHorizon)} ${withoutHorizon.rival.contender}`
  return `| ${nameSetting(setting)} | ${countArms(setting)} | ${shortNumber(setting.horizon)} | ${setting.eta} | ${withError(own)} | ${own.runs} | ${rival.contender} ${withError(rival)} | ${rival.runs} | ${ratioText(search)} | ${again} | ${anytime} |`
}

const nameSetting = ({ name, family, delivery }: DrawnSetting): string =>
  `${name} ${family}${delivery === undefined ? "" : ", late"}`
const ratioText = ({ ratio, error }: SettingComparison): string => `${ratio.toFixed(2)} ± ${error.toFixed(2)}`
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
const withError = (row: RegretTally): string => `${short(row.mean)} ± ${short(computeTallyError(row))}`

function leftOut(cells: readonly JudgedCell[], { slowMs }: RunPlan): string {
  const counts = new Map<string, number>()
  for (const { tooSlow } of cells) for (const name of tooSlow) counts.set(name, (counts.get(name) ?? 0) + 1)
  const most = `${slowMs / 1000} seconds of a processor`
  if (counts.size === 0) return `No run takes over ${most}.`
  const list = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} in ${count}`)
  return `Runs take over ${most} (M-TS-Gaussian is not tried above a million rounds): ${list.join("; ")} settings.`
}
