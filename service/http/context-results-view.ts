// Results of groups of people, as the API shows them.

import type { ContextVerdict, GroupVerdict } from "@armistice/core/context"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Results } from "./schemas/results.ts"

type ContextResults = Pick<Results, "groups" | "personalisation">

/** The view of an experiment with context; `judged`: null where nothing is released of groups. */
export function viewContextResults(live: LiveExperiment, judged: ContextVerdict | null): ContextResults {
  if (judged === null) return { groups: null, personalisation: null }
  const attributes = Object.keys(live.algorithm.context?.attributes ?? {})
  const { state, value, best, policy } = judged.personalisation
  return {
    groups: judged.groups.map((group, place) => groupView(live, attributes, group, policy[place] ?? null)),
    personalisation: {
      state,
      value,
      best: live.armNameOrNull(best),
      policy: judged.groups.map((_, place) => live.armNameOrNull(policy[place] ?? null)),
    },
  }
}

/** `recommended`: what such people get once learning is over. */
function groupView(
  live: LiveExperiment,
  attributes: readonly string[],
  { name, levels, share, verdict, arms }: GroupVerdict,
  recommended: number | null,
): NonNullable<Results["groups"]>[number] {
  const { state, leader, lead } = verdict
  return {
    group: name,
    levels: Object.fromEntries(attributes.map((attribute, place) => [attribute, levels[place] as string])),
    share,
    state,
    leader: live.armNameOrNull(leader),
    lead:
      lead === null
        ? null
        : { arm: live.armName(lead.arm), difference: lead.difference, low: lead.low, high: lead.high },
    recommended: live.armNameOrNull(recommended),
    arms: arms.map(({ decisions, mean, low, high }, arm) => ({ arm: live.armName(arm), decisions, mean, low, high })),
  }
}
