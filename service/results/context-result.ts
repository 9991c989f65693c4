// Results of an experiment with context: a verdict for each group of people, and whether
// personalising helps. Arms serve different people here, so their overall means are never compared.

import type { Verdict, VerdictState } from "@armistice/core"
import { type ContextVerdict, type ContextVerdictOptions, judgeContext } from "@armistice/core/context"
import { getMaxArms, getWorthwhile } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"

/** Null where attributes alone are released, which says nothing for sure about any group. */
export function judgeGroups(live: LiveExperiment, segment: string, confidence: number): ContextVerdict | null {
  const { experiment, algorithm, arms, control } = live
  return judgeContext(algorithm, live.segment(segment).state, {
    reward: experiment.reward,
    worthwhile: getWorthwhile(experiment),
    confidence,
    control,
    out: arms.stoppedNumbers(),
    armCount: getMaxArms(experiment),
    initialArms: experiment.arms.length,
    stops: { count: arms.stops },
    ...(arms.horizon === null ? {} : { planned: experiment.horizon }),
    ...countSilence(live, segment),
  })
}

/**
 * Where silence has a value and did not join: public counts of decisions that are all settled, by
 * group and arm. These are decisions whose windows are over, or all when last none of the arm was
 * open, unless a stop gave some up.
 */
function countSilence(live: LiveExperiment, segment: string): Pick<ContextVerdictOptions, "silence"> {
  const { experiment, learning, counts, arms } = live
  const { missing } = experiment
  if (!learning.joinsOnArrival || missing === "ignore" || counts.groups === null) return {}
  const { knownGroups } = live.segment(segment)
  const { decided, answered } = counts.groups
  const isKnownBetter = (group: number, arm: number): boolean =>
    arms.rewardsUpTo[arm] === 0 && (knownGroups[arm]?.decided[group] ?? 0) > (decided[group]?.[arm] as number)
  const better = (over: readonly (readonly number[])[], kind: "decided" | "answered") =>
    over.map((row, group) =>
      row.map((count, arm) => (isKnownBetter(group, arm) ? (knownGroups[arm]?.[kind][group] as number) : count)),
    )
  return { silence: { missing, decided: better(decided, "decided"), answered: better(answered, "answered") } }
}

/** All groups together, for lists, events and `stopWhen`. Its leader is the best single arm. */
export function summariseGroups(judged: ContextVerdict | null, live: LiveExperiment): Verdict {
  const leader = judged?.personalisation.best ?? null
  return {
    state: judged === null ? stateWithoutGroups(live) : combineStates(judged.groups.map((one) => one.verdict.state)),
    leader,
    certainty: null,
    recommended: leader,
    arms: live.arms.names.map(() => noFigures),
    next: null,
    order: live.arms.names.map((_, arm) => arm),
    differences: [],
    worse: [],
  }
}

const noFigures = { mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }

const stateWithoutGroups = ({ ledgerIndex }: LiveExperiment): VerdictState =>
  ledgerIndex === 0 ? "no_answers" : "too_early"

/** Clear once every group is decided, and the arms of one of them differ. */
function combineStates(states: readonly VerdictState[]): VerdictState {
  if (states.every((state) => state === "no_answers")) return "no_answers"
  if (states.every((state) => state === "no_difference")) return "no_difference"
  if (states.every((state) => state === "clear" || state === "no_difference")) return "clear"
  return states.some((state) => state === "no_answers" || state === "too_early") ? "too_early" : "leaning"
}
