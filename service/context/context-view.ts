// The context of an experiment as the API shows it, with the sentence that says what is not protected.

import type { ContextAttributes } from "@armistice/core"
import type { Experiment } from "../experiment.ts"
import { readContextPlan } from "./declare-context.ts"

/** Said wherever an experiment with context is created. */
const contextNotice = "Anyone who can see decisions can see the attributes they were made for."

const additiveNotice = "Assumes that effects add up."

export interface ContextView {
  protection: "none"
  attributes: ContextAttributes
  features: number
  releases: "cells" | "attributes"
  groups: string[] | null
  notice: string
}

export function viewContext(experiment: Pick<Experiment, "algorithm">): ContextView | null {
  const plan = readContextPlan(experiment)
  if (plan === null) return null
  const { attributes, features, releases, groups } = plan
  return {
    protection: "none",
    attributes,
    features,
    releases,
    groups: groups?.map(({ name }) => name) ?? null,
    notice: releases === "cells" ? contextNotice : `${contextNotice} ${additiveNotice}`,
  }
}
