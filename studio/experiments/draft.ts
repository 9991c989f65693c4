// What the form holds, what it amounts to as a request, and what is not right or not wise about it.

import type { ArmisticeClient } from "@armistice/client"
import { groupLoss } from "@armistice/core"
import { etaOfTarget, type PrivacyTarget, shortNumber } from "@armistice/lab"

export type ExperimentCreate = Parameters<ArmisticeClient["createExperiment"]>[0]

export interface Draft {
  readonly name: string
  /** One arm a line. */
  readonly arms: string
  readonly horizon: number
  readonly target: PrivacyTarget
  readonly protects: "reward" | "subject"
  readonly cap: number
  readonly min: number
  readonly max: number
  readonly windowHours: number
  /** What one expects, for the plan only. */
  readonly expectedBest: number
  readonly expectedGap: number
  /** People a day. */
  readonly traffic: number
  /** Null: what the service takes for a target. */
  readonly algorithm: string | null
}

export const emptyDraft: Draft = {
  name: "",
  arms: "A\nB",
  horizon: 10_000,
  target: { eta: 1 },
  protects: "reward",
  cap: 1,
  min: 0,
  max: 1,
  windowHours: 168,
  expectedBest: 0.5,
  expectedGap: 0.1,
  traffic: 1000,
  algorithm: null,
}

export const armNames = ({ arms }: Draft): string[] =>
  arms
    .split("\n")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** The target for one reward: a person's target is shared by all their rewards. */
export const rewardEta = ({ target, protects, cap }: Draft): number =>
  protects === "subject" ? etaOfTarget(target) / cap : etaOfTarget(target)

export const personEta = (draft: Draft): number => groupLoss(rewardEta(draft), draft.cap)

/** Sentences about what must be mended before it can be created. */
export function problemsOf(draft: Draft): string[] {
  const names = armNames(draft)
  const problems: string[] = []
  if (draft.name.trim() === "") problems.push("Give it a name.")
  if (names.length < 2) problems.push("Name at least two arms, one on each line.")
  if (new Set(names).size < names.length) problems.push("Two arms have the same name.")
  if (!(draft.min < draft.max)) problems.push("The smallest reward must be below the largest.")
  if (rewardEta(draft) > 10) problems.push("η above 10 protects nobody: choose a smaller one.")
  if (draft.horizon < 10 * names.length) problems.push("Plan for at least ten people for each arm.")
  return problems
}

/** Sentences about what is allowed but may not be what one wants. */
export function warningsOf(draft: Draft): string[] {
  const eta = rewardEta(draft)
  const names = armNames(draft)
  const warnings: string[] = []
  if (eta > 3) warnings.push(`η = ${shortNumber(eta)} is weak: an attacker's guess is mostly right.`)
  if (eta < 0.1)
    warnings.push(`η = ${shortNumber(eta)} is very strict: most of the experiment may pass before it tells arms apart.`)
  if (draft.horizon < (40 * names.length) / Math.min(eta, 1))
    warnings.push("Few people for this promise: it may end before the arms are told apart.")
  if (draft.protects === "reward" && draft.cap > 1)
    warnings.push(
      `Someone who answers ${draft.cap} times may lose up to η = ${shortNumber(personEta(draft))} in all. Protect the person if that is too much.`,
    )
  return warnings
}

export function requestOf(draft: Draft): ExperimentCreate {
  const { target } = draft
  const privacy = "epsilon" in target ? target : { eta: etaOfTarget(target) }
  return {
    name: draft.name.trim(),
    arms: armNames(draft),
    horizon: draft.horizon,
    privacy,
    ...(draft.algorithm === null ? {} : { algorithm: { name: draft.algorithm } }),
    protects: draft.protects,
    subjectCap: draft.cap,
    reward: { min: draft.min, max: draft.max },
    rewardWindowSeconds: draft.windowHours * 3600,
  }
}
