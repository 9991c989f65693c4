// The context of an experiment as the API shows it, with the sentence that says what is not
// protected.

import type { ContextAttributes } from "@armistice/core"
import { type Experiment, hasMetrics } from "../experiment.ts"
import { readContextPlan } from "./declare-context.ts"

/** Said wherever an experiment with context is created. */
const contextNotice = "Anyone who can see decisions can see the attributes they were made for."

const additiveNotice = "Assumes that effects add up."

const metricsNotice = "Metrics are not compared between arms, which serve different people, so no harm is found."

export interface ContextView {
  protection: "none"
  attributes: ContextAttributes
  features: number
  releases: "cells" | "attributes"
  groups: string[] | null
  notice: string
}

export function viewContext(experiment: Pick<Experiment, "algorithm" | "metrics">): ContextView | null {
  const plan = readContextPlan(experiment)
  if (plan === null) return null
  const { attributes, features, releases, groups } = plan
  return {
    protection: "none",
    attributes,
    features,
    releases,
    groups: groups?.map(({ name }) => name) ?? null,
    notice: [
      contextNotice,
      ...(releases === "cells" ? [] : [additiveNotice]),
      ...(hasMetrics(experiment) ? [metricsNotice] : []),
    ].join(" "),
  }
}
