// The results of an experiment with context, in plain sentences.

import type { ContextVerdict } from "@armistice/core/context"
import { describePersonalisation } from "@armistice/core/verdict-text"
import { readContextPlan } from "../context/declare-context.ts"
import { getWorthwhile } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { resultLevel } from "./result-body.ts"

/** `judged`: null where nothing is released of groups. */
export function describeContext(live: LiveExperiment, judged: ContextVerdict | null): string {
  if (judged === null)
    return "Attributes alone are released, so nothing is sure about groups. Everyone gets what the model finds best."
  const attributes = Object.keys(readContextPlan(live.experiment)?.attributes ?? {})
  const clear = judged.groups.filter(({ verdict }) => verdict.state === "clear").length
  const sentences = describePersonalisation(judged.personalisation, {
    arms: live.arms.names,
    reward: live.experiment.reward,
    worthwhile: getWorthwhile(live.experiment),
    attribute: attributes.length === 1 ? (attributes[0] as string) : "group",
    confidence: resultLevel,
  })
  return `${sentences} The best arm is clear in ${clear} of ${judged.groups.length} groups.`
}
