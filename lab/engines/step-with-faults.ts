// The step engine with rewards that come late, twice or never. As in a service, a reward belongs to the pull it was decided
// for; the first answer counts, a second is ignored by its pull number, and after a stated window a missing reward becomes a
// public constant, whatever comes later.

import type { Random } from "@armistice/core"
import type { RunRequest, RunResult } from "./engine.ts"
import type { CheckedFaults } from "./faults.ts"
import { Recorder } from "./recorder.ts"

export interface FaultyRunResult extends RunResult {
  readonly deliveries: {
    /** Rewards the algorithm was given, constants included. */
    readonly counted: number
    /** Second deliveries, and deliveries after the window: ignored. */
    readonly ignored: number
    /** Rewards that became the constant. */
    readonly missing: number
    /** Decisions whose reward was still outstanding at the end. */
    readonly outstanding: number
  }
}

interface Delivery {
  readonly arm: number
  readonly pull: number
  /** Null for the end of the window. */
  readonly reward: number | null
}

export function playStepWithFaults(request: RunRequest, faults: CheckedFaults): FaultyRunResult {
  const { algorithm, environment, horizon, random } = request
  const recorder = new Recorder(request)
  const noise = random.fork(0)
  const streams = environment.means.map((_, arm) => random.fork(arm + 1))
  const chance = random.fork(environment.armCount + 1)
  const state = algorithm.start(environment.armCount)
  const mail = new Mail(horizon)
  const answered = environment.means.map(() => new AnsweredPulls())
  const counts = { counted: 0, ignored: 0, missing: 0 }

  const deliver = ({ arm, pull, reward }: Delivery): void => {
    if (!answered[arm].add(pull)) {
      if (reward !== null) counts.ignored++
      return
    }
    if (reward === null) counts.missing++
    counts.counted++
    algorithm.observe(state, arm, reward ?? faults.missingReward, noise, pull)
  }

  while (recorder.round < horizon) {
    const arm = algorithm.choose(state, noise)
    const pull = recorder.pulls[arm]
    const reward = environment.reward(arm, pull, streams[arm])
    recorder.advance(arm, 1)
    const now = recorder.round
    const copies = 1 + (chance.uniform() < faults.doubling ? 1 : 0)
    const isLost = chance.uniform() < faults.loss
    for (let copy = 0; copy < copies; copy++) {
      const delay = drawDelay(faults.delay, chance)
      if (!isLost) mail.post(now + delay, { arm, pull, reward })
    }
    mail.post(now + faults.window, { arm, pull, reward: null })
    for (const delivery of mail.collect(now)) deliver(delivery)
  }
  const outstanding = horizon - counts.counted
  return { ...recorder.result(state), deliveries: { ...counts, outstanding } }
}

function drawDelay(delay: CheckedFaults["delay"], random: Random): number {
  if (delay.kind === "fixed") return delay.rounds
  if (delay.mean === 0) return 0
  // Geometric on 0, 1, 2, …: failures before the first success of probability 1/(1 + mean).
  return Math.floor(random.exponential() / Math.log1p(1 / delay.mean))
}

/** Deliveries by the round they are due in; those of one round in the order they were posted. */
class Mail {
  readonly #due = new Map<number, Delivery[]>()
  readonly #horizon: number

  constructor(horizon: number) {
    this.#horizon = horizon
  }

  post(round: number, delivery: Delivery): void {
    if (round > this.#horizon) return
    const list = this.#due.get(round)
    if (list === undefined) this.#due.set(round, [delivery])
    else list.push(delivery)
  }

  collect(round: number): readonly Delivery[] {
    const list = this.#due.get(round) ?? []
    this.#due.delete(round)
    return list
  }
}

/** Pulls of one arm that have an answer: all below a mark, and a few above it. */
class AnsweredPulls {
  #below = 0
  readonly #above = new Set<number>()

  /** False if the pull already has one. */
  add(pull: number): boolean {
    if (pull < this.#below || this.#above.has(pull)) return false
    this.#above.add(pull)
    while (this.#above.delete(this.#below)) this.#below++
    return true
  }
}
