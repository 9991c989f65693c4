// What is known of an experiment with context, in one or two plain sentences.

import type { ContextVerdict } from "@armistice/core/context"
import { getWorthwhile } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"

/** `judged`: null where nothing is released of groups. */
export function describeContext(live: LiveExperiment, judged: ContextVerdict | null): string {
  if (judged === null)
    return "Attributes alone are released, so nothing is sure about groups. Everyone gets what the model finds best."
  const { state, value, best } = judged.personalisation
  const single = best === null ? "one arm" : live.armName(best)
  const clear = judged.groups.filter(({ verdict }) => verdict.state === "clear").length
  const decided = `The best arm is clear in ${clear} of ${judged.groups.length} groups.`
  switch (state) {
    case "helps":
      return `Personalising helps: it brings between ${round(value?.low)} and ${round(value?.high)} more than ${single} for everyone. ${decided}`
    case "does_not_help_by_more_than":
      return `Personalising brings at most ${round(getWorthwhile(live.experiment))} more than ${single} for everyone. ${decided}`
    case "same_for_all":
      return `One arm is enough: ${single} is served to every group. ${decided}`
    case "too_early":
      return `Too early to say whether personalising helps. ${decided}`
  }
}

const round = (number: number | undefined): string => String(Number((number ?? 0).toPrecision(3)))
