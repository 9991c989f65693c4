// The audit of the service for people: what was claimed, what attacks showed, and what that means.

import { count, given, loss, quantity, target } from "../../print/numbers.ts"
import { table } from "../../print/table.ts"
import type { ServiceAudit } from "./audit-service.ts"

export function serviceAuditText({
  runs,
  confidence,
  ceiling,
  delta,
  kinds,
  verdict,
  milliseconds,
}: ServiceAudit): string {
  return [
    `The service itself: ${count(runs)} experiments of each of two tables and kind, through HTTP, with its own noise, in ${quantity(milliseconds / 1000)} s.`,
    `All bounds together are wrong with a chance of ${given(Number((1 - confidence).toPrecision(6)))} at most; so many experiments could show an eta of ${target(ceiling)}.`,
    "",
    table(
      [
        ["experiments", "claimed", "shown ≥", `epsilon ≥, delta ${given(delta)}`, "false alarms", "missed", ""],
        ...kinds.map(({ kind, claimed, etaLower, epsilonLower, counts, verdict: found }) => [
          kind,
          loss(claimed),
          target(etaLower),
          target(epsilonLower),
          count(counts.falsePositives),
          count(counts.falseNegatives),
          found,
        ]),
      ],
      { left: [0, 6] },
    ),
    "",
    ...kinds.map(
      ({ kind, seen, statistic }) => `${kind}: of ${count(seen)} numbers seen the strongest was "${statistic}".`,
    ),
    "",
    verdict === "disproved"
      ? "DISPROVED: what the service gives out shows more than it claims."
      : "Consistent with what the service claims: no attack shows more. That proves nothing by itself; the proof does.",
    "",
  ].join("\n")
}
