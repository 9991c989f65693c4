// The plan's simulations, in the terms of `armistice simulate`.

import { recommendedAlgorithm, type SimulationSpec } from "@armistice/lab"
import { planFormDelivery } from "./delivery.ts"
import type { FormSettings } from "./form-settings.ts"

export const seed = 1

/** The most people over all runs: late answers are simulated one by one, at about 1.5 µs each. */
const latePeople = 1.2e6
/** With more people even a few runs are slow: the plan assumes that everyone answers at once. */
const mostLatePeople = 1e6

/** Whether the simulation includes late and missing answers. */
export const isLateSimulated = (settings: FormSettings): boolean =>
  planFormDelivery(settings) !== undefined && settings.people <= mostLatePeople

export function chooseRuns(settings: FormSettings): number {
  const runs = Math.max(10, Math.min(200, Math.round(2000 / settings.optionCount)))
  return isLateSimulated(settings) ? Math.max(4, Math.min(runs, Math.round(latePeople / settings.people))) : runs
}

export const guessMeans = ({ optionCount, best, lead }: FormSettings, share = 1): number[] =>
  Array.from({ length: optionCount }, (_, option) =>
    option === 0 ? best : Number(Math.max(0, best - share * lead).toPrecision(6)),
  )

/** `share` scales the guessed lead. `window` replaces the planned one, in rounds. */
export function planSimulation(settings: FormSettings, eta: number, share = 1, window?: number): SimulationSpec {
  const delivery = isLateSimulated(settings) ? planFormDelivery(settings, window) : undefined
  return {
    algorithm: recommendedAlgorithm,
    parameters: { eta },
    environment: { kind: "bernoulli", means: guessMeans(settings, share) },
    horizon: settings.people,
    runs: chooseRuns(settings),
    seed,
    ...(delivery === undefined ? {} : { delivery }),
  }
}

/** Evenly assigned people lose what an even split loses, the others what the method loses. */
export const withEvenShare = (evenShare: number, even: number, method: number): number =>
  evenShare * even + (1 - evenShare) * method
