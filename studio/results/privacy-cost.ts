// Simulates the cost of privacy: the experiment's method at its η and without noise, for the people
// so far, at the measured rates and at the plan's.

import type { HeldWorker, SimulationSpec } from "@armistice/lab"
import { chooseAnswers, emptyDraft } from "../new/draft.ts"
import { seed, withEvenShare } from "../new/plan-simulation.ts"
import { readBest, readPoints } from "../new/read-typed.ts"
import { countGroupPeople } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"

/** In the reward's units, for the same people. */
export interface PrivacyCost {
  /** At the measured rates. */
  readonly measured: number
  /** At the rates a plan starts with. The plan itself is not stored. */
  readonly planned: number
}

export interface PrivacyCostRequest {
  readonly algorithm: string
  readonly parameters: Readonly<Record<string, number | string>>
  readonly people: number
  readonly evenShare: number
  /** From 0 to 1, by option. */
  readonly measured: readonly number[]
  readonly planned: readonly number[]
  /** The range of the rewards. */
  readonly range: number
}

type AlgorithmChoice = Readonly<Record<string, number | string>> & Pick<Detail["algorithm"], "name">

/** An η at which noise changes nothing. */
const noPrivacy = 1000

/** `null` while an option has no figure, and for methods without an η. */
export function requestPrivacyCost(group: Group, detail: Detail): PrivacyCostRequest | null {
  const { name: algorithm, horizon: _planned, ...parameters }: AlgorithmChoice = detail.algorithm
  const { min, max } = detail.reward
  const people = countGroupPeople(group)
  const measured = group.arms.flatMap(({ mean }) =>
    mean === null ? [] : [Number(Math.min(1, Math.max(0, (mean - min) / (max - min))).toPrecision(3))],
  )
  if (typeof parameters.eta !== "number" || measured.length < Math.max(2, group.arms.length)) return null
  return {
    algorithm,
    parameters,
    people,
    evenShare: detail.evenShare,
    measured,
    planned: guessRates(
      detail,
      group.arms.map(({ arm }) => arm),
    ),
    range: max - min,
  }
}

/** The rates that the form for a new experiment proposes, the best first. */
export function guessRates({ answers }: Pick<Detail, "answers">, options: readonly string[]): number[] {
  const draft = { ...emptyDraft, options: [...options] }
  const guess = { ...draft, ...chooseAnswers(draft, answers) }
  const best = readBest(guess) ?? 0
  const other = Number(Math.max(0, best - (readPoints(guess.lead) ?? 0)).toPrecision(6))
  return options.map((_, place) => (place === 0 ? best : other))
}

/** A difference of two simulations has the noise of both, so it needs more runs than a plan. */
export const countRuns = (options: number): number => Math.max(10, Math.min(1000, Math.round(2000 / options)))

/** `undefined` once the worker was released. */
export async function simulatePrivacyCost(
  worker: Pick<HeldWorker, "run">,
  { algorithm, parameters, people, evenShare, measured, planned, range }: PrivacyCostRequest,
): Promise<PrivacyCost | undefined> {
  const runs = countRuns(measured.length)
  const regret = async (means: readonly number[], eta: unknown): Promise<number | undefined> => {
    const spec: SimulationSpec = {
      algorithm,
      parameters: { ...parameters, eta: Number(eta) },
      environment: { kind: "bernoulli", means: [...means] },
      horizon: people,
      runs,
      seed,
      checkpoints: [],
    }
    return (await worker.run("simulate", spec))?.regret.mean
  }
  const difference = async (means: readonly number[]): Promise<number | undefined> => {
    const own = await regret(means, parameters.eta)
    const free = await regret(means, noPrivacy)
    if (own === undefined || free === undefined) return undefined
    // Random assignment loses the same with and without privacy.
    return range * withEvenShare(evenShare, 0, Math.max(0, own - free))
  }
  const atMeasured = await difference(measured)
  const atPlanned = await difference(planned)
  if (atMeasured === undefined || atPlanned === undefined) return undefined
  return { measured: atMeasured, planned: atPlanned }
}
