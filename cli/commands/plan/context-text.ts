// The worth of a context, as text.

import type { ContextUse, ContextWorth } from "@armistice/lab"
import { formatInterval, formatLoss, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

const labels: Readonly<Record<ContextUse["use"], string>> = {
  ignore: "ignore the context",
  split: "one bandit per group",
  share: "share between groups",
}

export function formatContextWorth({ horizon, eta, armCount, groupCount, uses, ...verdict }: ContextWorth): string {
  const rows = uses.map(({ use, algorithm, runs, ...regret }) => [
    labels[use],
    algorithm,
    formatQuantity(regret.mean),
    formatInterval(regret),
    formatShortCount(runs),
  ])
  return [
    `${armCount} arms, ${groupCount} groups, ${formatShortCount(horizon)} rounds, privacy η = ${formatLoss(eta)}.`,
    "Regret against the best arm for each person:",
    "",
    formatTable([["use of the context", "algorithm", "regret", "95 % interval", "runs"], ...rows], { left: [0, 1] }),
    "",
    describeVerdict({ uses, ...verdict }),
    "Anyone who can see decisions can see the attributes they were made for.",
  ].join("\n")
}

function describeVerdict({ uses, best, isWorthIt }: Pick<ContextWorth, "uses" | "best" | "isWorthIt">): string {
  const [ignore, , share] = uses
  const [without, shared] = [formatQuantity(ignore?.mean ?? 0), formatQuantity(share?.mean ?? 0)]
  if (isWorthIt === true)
    return `The context is worth it: gdp-context loses ${shared}, without context ${without} are lost${
      best === "split" ? "; one bandit per group loses less still" : ""
    }.`
  if (isWorthIt === false)
    return `The context is not worth it for so many people: gdp-context loses ${shared}, without context ${without} are lost.`
  return `So many runs do not tell whether the context is worth it: gdp-context loses ${shared}, without context ${without} are lost.`
}
