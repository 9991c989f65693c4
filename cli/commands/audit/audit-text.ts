// Audits as text: the claim, what the attacks showed, and the conclusion.

import { type AuditResult, type AuditTable, algorithmLabel, type BoxResult, describeTables } from "@armistice/lab"
import { formatGuarantee } from "../../print/format-guarantee.ts"
import { formatLoss, formatPlainNumber, formatQuantity, formatShortCount, formatTarget } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

/** `isWhiteAsked`: the white box was to be run, unless nothing says what the draws hide. */
export function formatAudit(result: AuditResult, isWhiteAsked = false): string {
  const { claimed, subject, whiteBox, blackBox, finished, runs, ceiling, confidence } = result
  return [
    algorithmLabel(result.algorithm, result.parameters),
    `${formatShortCount(finished)} runs of each of two tables, seed ${result.seed}, confidence ${formatQuantity(100 * confidence)} %; so many runs could show an eta of ${formatTarget(ceiling)} at most.`,
    ...(finished < runs ? [`Stopped early: ${formatShortCount(runs)} runs were asked for.`] : []),
    "",
    formatTable(
      [
        ["claimed", formatGuarantee(claimed)],
        ...(claimed.published === undefined ? [] : [["", `published as ${formatLoss(claimed.published)}-GDP`]]),
        ...(subject === null || subject.eta === null ? [] : [["", formatSubject(subject)]]),
        ["white box", whiteBox === null ? (isWhiteAsked ? noView : "not run") : formatBox(whiteBox, result)],
        ["black box", blackBox === null ? "not run" : formatBox(blackBox, result)],
      ],
      { left: [0, 1] },
    ),
    ...[whiteBox, blackBox].flatMap((box, k) =>
      box === null ? [] : ["", ...boxLines(k === 0 ? "White" : "Black", box)],
    ),
    "",
    formatVerdict(result),
    "",
  ].join("\n")
}

const noView = "not run: it needs a view, or noise from gaussianAround, laplaceAround or residual alone"

export function formatAuditTable({ audits, runs, confidence }: AuditTable): string {
  const rows = audits.map((result) => [
    algorithmLabel(result.algorithm, result.parameters),
    result.claimed.published === undefined ? "" : formatLoss(result.claimed.published),
    result.claimed.eta === null ? "none" : formatLoss(result.claimed.eta),
    result.whiteBox === null ? "" : formatTarget(result.whiteBox.etaLower),
    result.blackBox === null ? "" : formatTarget(result.blackBox.etaLower),
    result.verdict,
  ])
  const [first] = audits
  return [
    `${formatShortCount(runs)} runs of each table; all bounds together hold with confidence ${formatQuantity(100 * confidence)} %.`,
    ...(first === undefined ? [] : [`So many runs could show an eta of ${formatTarget(first.ceiling)} at most.`]),
    "",
    formatTable([["algorithm", "published", "tight", "white box ≥", "black box ≥", ""], ...rows], { left: [0, 5] }),
    "",
  ].join("\n")
}

const formatBox = ({ etaLower, epsilonLower, sees }: BoxResult, { delta }: AuditResult): string =>
  `eta ≥ ${formatTarget(etaLower)}, epsilon ≥ ${formatTarget(epsilonLower)} at delta ${formatPlainNumber(delta)} (sees ${sees})`

function boxLines(name: string, { inWords, classifier: rule, counts, search }: BoxResult): string[] {
  const lines = [
    `${name} box tables: ${inWords}.`,
    `  test: ${rule.statistic} above ${formatQuantity(rule.threshold)}; ${formatShortCount(counts.falsePositives)} false alarms, ${formatShortCount(counts.falseNegatives)} missed.`,
  ]
  if (search === null) return lines
  const { byHand, found, candidates, scenarios = [] } = search
  const scenario = found.tables.scenario?.name ?? "plain rounds"
  lines.push(`  strongest in a few runs of ${candidates} settings: ${scenario} (about ${formatQuantity(found.eta)})`)
  if (describeTables(byHand.tables) !== inWords)
    lines.push(`  by hand: ${describeTables(byHand.tables)} (about ${formatQuantity(byHand.eta)})`)
  if (scenarios.length > 0)
    lines.push(
      `  others: ${scenarios.map(({ tables, eta }) => `${tables.scenario?.name} (${formatQuantity(eta)})`).join(", ")}`,
    )
  return lines
}

const formatSubject = ({ rounds, releases, eta }: NonNullable<AuditResult["subject"]>): string =>
  `${formatLoss(eta ?? 0)}-GDP for someone in ${rounds} rounds of ${releases === "one" ? "one release" : "different releases"}`

function formatVerdict({ verdict, claimed, subject }: AuditResult): string {
  if (verdict === "nothing claimed") return "Nothing is claimed, so nothing can be disproved."
  if (verdict === "disproved")
    return "DISPROVED: an attack shows more loss than claimed. The implementation or the claim is wrong."
  const limit = subject?.eta ?? claimed.eta
  const claim = limit === null ? formatGuarantee(claimed) : formatLoss(limit)
  if (verdict === "not attacked whole")
    return `NOT ATTACKED WHOLE: the arms show no more than the claim of ${claim}, but releases were not attacked, so a mistake in them, such as a reward in two of them, may remain.`
  return `Consistent with the claim of ${claim}: no attack shows more. That proves nothing by itself; the proof does.`
}
