// Results of groups of people, and whether personalising helps, as a table. Only
// experiments with context have groups.

import type { Results } from "@armistice/client"
import { shortNumber } from "@armistice/core/text"
import { formatPercent } from "../print/numbers.ts"
import { formatTable } from "../print/table.ts"

/** Nothing where the experiment has no context. */
export function formatGroups({ groups, personalisation }: Pick<Results, "groups" | "personalisation">): string {
  if (groups === undefined || groups === null || !personalisation) return ""
  const rows = groups.map(({ group, share, state, leader, lead, recommended }) => [
    group,
    formatPercent(share),
    state.replaceAll("_", " "),
    leader ?? "none yet",
    lead === null ? "" : `${write(lead.difference)} (${write(lead.low)} to ${write(lead.high)})`,
    recommended ?? "the control",
  ])
  return `${formatTable([heads, ...rows], { indent: "  ", left: [0, 2, 3, 4, 5] })}\n${describeGain(personalisation)}`
}

const write = (value: number | null): string => (value === null ? "unknown" : shortNumber(value))

const heads = ["group", "share", "state", "leader", "ahead of the next (95 %)", "would get"]

function describeGain({ state, value }: NonNullable<Results["personalisation"]>): string {
  const gain = value === null ? "no figures yet" : `${shortNumber(value.low)} to ${shortNumber(value.high)} a decision`
  return `  personalising: ${state.replaceAll("_", " ")}, ${gain}\n`
}
