// A bandit soon stops pulling the arms that a comparison needs. So that a verdict comes sooner, a
// public coin deals a share of decisions evenly, whatever the rewards were. The bandit learns from
// them too, so it costs no privacy.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { ContextPoint } from "../context/context-plan.ts"
import { requireParameter } from "../errors.ts"
import type { Random } from "../random/random.ts"

/**
 * Decides the next round: with chance `evenShare` every allowed arm alike, else as the algorithm
 * does, for a person at `point` where it needs one. At 0 no coin is thrown.
 */
export function chooseWithEvenShare(
  algorithm: Algorithm,
  state: AlgorithmState,
  random: Random,
  evenShare: number,
  excluded?: ReadonlySet<number>,
  point?: ContextPoint,
): number {
  requireParameter(evenShare >= 0 && evenShare <= 1, "evenShare must be in [0, 1]", evenShare)
  if (evenShare === 0 || random.uniform() >= evenShare) return algorithm.choose(state, random, excluded, point)
  const arms = [...state.decided.keys()]
  const allowed = arms.filter((arm) => excluded?.has(arm) !== true)
  // Without an allowed arm the algorithm throws its own error.
  if (allowed.length === 0) return algorithm.choose(state, random, excluded, point)
  return takeArm(algorithm, state, random, allowed[random.integer(allowed.length)], point)
}

/**
 * Decides the next round for an arm that was picked elsewhere, for a public reason. One decision is
 * taken, not a whole batch: the arm that is pulled goes on being pulled.
 */
export function takeArm(
  algorithm: Algorithm,
  state: AlgorithmState,
  random: Random,
  arm: number,
  point?: ContextPoint,
): number {
  const others = [...state.decided.keys()].filter((other) => other !== arm)
  const before = readTurn(state)
  const taken = algorithm.choose(state, random, new Set(others), point)
  Object.assign(state, before)
  return taken
}

/** The fields by which algorithms know which arm they pull, and for how long. */
const turnFields = ["current", "episode", "quota", "compared"] as const

function readTurn(state: AlgorithmState): Record<string, unknown> {
  const fields = state as unknown as Record<string, unknown>
  return Object.fromEntries(turnFields.filter((name) => name in fields).map((name) => [name, fields[name]]))
}
