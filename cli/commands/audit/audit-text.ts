// Audits for people: what was claimed, what attacks showed, and what that means.

import { type AuditResult, type AuditTable, algorithmLabel, type BoxResult, describeTables } from "@armistice/lab"
import { guaranteeInWords } from "../../print/guarantee-in-words.ts"
import { count, given, loss, quantity, target } from "../../print/numbers.ts"
import { table } from "../../print/table.ts"

export function auditText(result: AuditResult): string {
  const { claimed, subject, whiteBox, blackBox, finished, runs, ceiling, confidence } = result
  return [
    algorithmLabel(result.algorithm, result.parameters),
    `${count(finished)} runs of each of two tables, seed ${result.seed}, confidence ${quantity(100 * confidence)} %; so many runs could show an eta of ${target(ceiling)} at most.`,
    ...(finished < runs ? [`Stopped early: ${count(runs)} runs were asked for.`] : []),
    "",
    table(
      [
        ["claimed", guaranteeInWords(claimed)],
        ...(claimed.published === undefined ? [] : [["", `published as ${loss(claimed.published)}-GDP`]]),
        ...(subject === null || subject.eta === null ? [] : [["", subjectInWords(subject)]]),
        ["white box", whiteBox === null ? "not played" : boxInWords(whiteBox, result)],
        ["black box", blackBox === null ? "not played" : boxInWords(blackBox, result)],
      ],
      { left: [0, 1] },
    ),
    ...[whiteBox, blackBox].flatMap((box, k) =>
      box === null ? [] : ["", ...boxLines(k === 0 ? "White" : "Black", box)],
    ),
    "",
    verdictInWords(result),
    "",
  ].join("\n")
}

export function auditTableText({ audits, runs, confidence }: AuditTable): string {
  const rows = audits.map((result) => [
    algorithmLabel(result.algorithm, result.parameters),
    result.claimed.published === undefined ? "" : loss(result.claimed.published),
    result.claimed.eta === null ? "none" : loss(result.claimed.eta),
    result.whiteBox === null ? "" : target(result.whiteBox.etaLower),
    result.blackBox === null ? "" : target(result.blackBox.etaLower),
    result.verdict,
  ])
  const [first] = audits
  return [
    `${count(runs)} runs of each table; all bounds together hold with confidence ${quantity(100 * confidence)} %.`,
    ...(first === undefined ? [] : [`So many runs could show an eta of ${target(first.ceiling)} at most.`]),
    "",
    table([["algorithm", "published", "tight", "white box ≥", "black box ≥", ""], ...rows], { left: [0, 5] }),
    "",
  ].join("\n")
}

const boxInWords = ({ etaLower, epsilonLower, sees }: BoxResult, { delta }: AuditResult): string =>
  `eta ≥ ${target(etaLower)}, epsilon ≥ ${target(epsilonLower)} at delta ${given(delta)} (sees ${sees})`

function boxLines(name: string, { inWords, classifier: rule, counts, search }: BoxResult): string[] {
  const lines = [
    `${name} box tables: ${inWords}.`,
    `  test: ${rule.statistic} above ${quantity(rule.threshold)}; ${count(counts.falsePositives)} false alarms, ${count(counts.falseNegatives)} missed.`,
  ]
  if (search === null) return lines
  const { byHand, found, candidates, scenarios = [] } = search
  const scenario = found.tables.scenario?.name ?? "plain rounds"
  lines.push(`  strongest in a few runs of ${candidates} settings: ${scenario} (about ${quantity(found.eta)})`)
  if (describeTables(byHand.tables) !== inWords)
    lines.push(`  by hand: ${describeTables(byHand.tables)} (about ${quantity(byHand.eta)})`)
  if (scenarios.length > 0)
    lines.push(
      `  others: ${scenarios.map(({ tables, eta }) => `${tables.scenario?.name} (${quantity(eta)})`).join(", ")}`,
    )
  return lines
}

const subjectInWords = ({ rounds, releases, eta }: NonNullable<AuditResult["subject"]>): string =>
  `${loss(eta ?? 0)}-GDP for someone in ${rounds} rounds of ${releases === "one" ? "one release" : "different releases"}`

function verdictInWords({ verdict, claimed, subject }: AuditResult): string {
  if (verdict === "nothing claimed") return "Nothing is claimed, so nothing can be disproved."
  if (verdict === "disproved")
    return "DISPROVED: an attack shows more than is claimed. The implementation or the claim is wrong."
  const limit = subject?.eta ?? claimed.eta ?? 0
  return `Consistent with the claim of ${loss(limit)}: no attack shows more. That proves nothing by itself; the proof does.`
}
