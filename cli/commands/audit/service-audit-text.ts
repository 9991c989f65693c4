// The audit of the service as text.

import { formatLoss, formatPlainNumber, formatQuantity, formatShortCount, formatTarget } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"
import type { ServiceAudit } from "./audit-service.ts"

export function formatServiceAudit({
  runs,
  confidence,
  ceiling,
  delta,
  kinds,
  verdict,
  milliseconds,
}: ServiceAudit): string {
  return [
    `The service itself: ${formatShortCount(runs)} experiments of each of two tables and kind, through HTTP, with its own noise, in ${formatQuantity(milliseconds / 1000)} s.`,
    `All bounds together are wrong with a chance of ${formatPlainNumber(Number((1 - confidence).toPrecision(6)))} at most; so many experiments could show an eta of ${formatTarget(ceiling)}.`,
    "",
    formatTable(
      [
        [
          "experiments",
          "claimed",
          "shown ≥",
          `epsilon ≥, delta ${formatPlainNumber(delta)}`,
          "false alarms",
          "missed",
          "",
        ],
        ...kinds.map(({ kind, claimed, etaLower, epsilonLower, counts, verdict: found }) => [
          kind,
          formatLoss(claimed),
          formatTarget(etaLower),
          formatTarget(epsilonLower),
          formatShortCount(counts.falsePositives),
          formatShortCount(counts.falseNegatives),
          found,
        ]),
      ],
      { left: [0, 6] },
    ),
    "",
    ...kinds.map(
      ({ kind, seen, statistic }) =>
        `${kind}: of ${formatShortCount(seen)} numbers seen the strongest was "${statistic}".`,
    ),
    "",
    verdict === "disproved"
      ? "DISPROVED: what the service gives out shows more than it claims."
      : "Consistent with what the service claims: no attack shows more. That proves nothing by itself; the proof does.",
    "",
  ].join("\n")
}
