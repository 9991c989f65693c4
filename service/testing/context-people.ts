// People with a context, in order, and their answers. For tests of experiments with context on
// either store.

import type { ExperimentRequest } from "../experiment-request.ts"
import type { Service } from "../service.ts"
import type { TestClock } from "./test-service.ts"

export const peopleAttributes = {
  device: { levels: ["phone", "desk", "other"] },
  age: { range: [0, 100], bands: 4 },
} as const

export const forPeople = {
  name: "by device",
  arms: ["a", "b"],
  horizon: 5000,
  answers: "all",
  privacy: { eta: 3 },
  context: { protection: "none", attributes: peopleAttributes },
} as const satisfies ExperimentRequest

/** A tablet is no declared level, so it counts as "other". */
export const createContext = (number: number) => ({
  device: ["phone", "desk", "tablet"][number % 3] as string,
  age: (number * 37) % 100,
})

/** Own best arms: a on phones, b elsewhere. */
export const computeReward = (device: string, arm: string, number: number) =>
  (device === "phone") === (arm === "a") ? Number(number % 5 !== 0) : Number(number % 5 === 0)

interface Played {
  readonly service: Service
  readonly clock: TestClock
  readonly id: string
  /** The number of the first person. */
  readonly from?: number
  /** Values of metrics that come with the reward. */
  readonly metrics?: (number: number) => Record<string, number>
}

/** One person a second. `delay`: how many seconds later a decision is answered; null: never. */
export async function playPeople(
  { service, clock, id, from = 0, metrics }: Played,
  people: number,
  delay: (number: number) => number | null = () => 0,
): Promise<void> {
  const due: { at: number; number: number; value: number }[] = []
  for (let number = from; number < from + people; number++) {
    const context = createContext(number)
    const { arm } = await service.decide(id, { decisionId: `d${number}`, context, subject: `s${number}` }, "k")
    const after = delay(number)
    if (after !== null) due.push({ at: number + after, number, value: computeReward(context.device, arm, number) })
    for (const one of due)
      if (one.at === number)
        await service.reward(id, `d${one.number}`, { value: one.value, metrics: metrics?.(one.number) ?? {} }, "k")
    if (number % 9 === 0) await service.closeWindows()
    clock.forward(1)
  }
}
