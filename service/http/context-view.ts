// The context of an experiment as the API shows it, with the sentence that says what is not
// protected.

import { readContextPlan } from "../context/declare-context.ts"
import { type Experiment, hasMetrics } from "../experiment.ts"
import type { ExperimentView } from "./schemas/experiment.ts"

/** Said wherever an experiment with context is created. */
const contextNotice = "Anyone who can see decisions can see the attributes they were made for."

const additiveNotice = "Assumes that effects add up."

const metricsNotice = "Metrics are not compared between arms, which serve different people, so no harm is found."

export function viewContext(experiment: Pick<Experiment, "algorithm" | "metrics">): ExperimentView["context"] {
  const plan = readContextPlan(experiment)
  if (plan === null) return null
  const { attributes, features, releases, groups } = plan
  return {
    protection: "none",
    attributes: attributes as NonNullable<ExperimentView["context"]>["attributes"],
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
