// The step engine with rewards that come late, twice or never. A reward joins the open batch once,
// at a public moment and with the context of its own decision; second answers and those after the
// window are ignored.

import type { Algorithm, AlgorithmState, ContextPoint, Random, SeededRandom } from "@armistice/core"
import type { Environment, Round } from "../environments/environment.ts"
import { type CheckedDelivery, computeWorths } from "./delivery.ts"
import type { DeliveryCounts, RunRequest, RunResult } from "./engine.ts"
import { Recorder } from "./recorder.ts"
import { findBest } from "./rounds-step.ts"
import { RewardStream } from "./step.ts"

export interface DelayedRunResult extends RunResult {
  readonly delivery: DeliveryCounts
}

/**
 * Plays every round. Regret is by `computeWorths`, with a context by what decisions are worth for
 * each person; recorded rewards count as paid unless silence is worth a constant.
 */
export function runDelayedStep(request: RunRequest, delivery: CheckedDelivery): DelayedRunResult {
  const { algorithm, environment, horizon, random } = request
  const { missing } = delivery
  const { paid, ...drawn } = environment
  const recorder = new Recorder({
    ...request,
    environment: {
      ...drawn,
      ...(paid !== undefined && missing === "ignore" ? { paid } : {}),
      means: computeWorths(delivery, environment),
    },
  })
  const noise = random.fork(0)
  const visits = createVisits(request)
  const seesContext = algorithm.context !== undefined
  const outcomes = new OutcomeStream(delivery, horizon, random.fork(environment.armCount + 1), environment)
  const isWeighed = algorithm.weighsSilence === true && delivery.arrivals === "public" && missing !== "ignore"
  const state = isWeighed ? algorithm.start(environment.armCount, missing) : algorithm.start(environment.armCount)
  const joinsOnArrival = delivery.arrivals === "public" && (isWeighed || missing === "ignore")
  const open = joinsOnArrival
    ? new ArrivalQueue(algorithm, state, noise, delivery, horizon)
    : new WindowQueue(algorithm, state, noise, delivery, horizon)
  let best = 0
  while (recorder.round < horizon) {
    const visit = visits.at(recorder.round + 1)
    const point = seesContext ? visit?.point : undefined
    const arm = algorithm.choose(state, noise, undefined, point)
    const pull = recorder.pulls[arm]
    const reward = visits.reward(arm, visit)
    const gap = visit && computeGap(computeWorths(delivery, environment, visit.means), arm)
    recorder.advanceOne(arm, gap)
    if (gap === 0) best += 1
    const now = recorder.round
    open.decide({ now, arm, pull, reward, point }, outcomes.next(now, arm, reward, visit))
    open.join(now)
  }
  const { joined, constants, expired } = open
  const counts = { joined, constants, expired, ignored: outcomes.ignored, outstanding: horizon - joined - expired }
  return { ...recorder.result(state), delivery: environment.rounds?.plan === undefined ? counts : { ...counts, best } }
}

/** The rounds, where laws depend on them or on people, and the rewards of the arms pulled. */
function createVisits({ environment, random }: RunRequest): {
  at(round: number): Round | undefined
  reward(arm: number, visit: Round | undefined): number
} {
  const { rounds } = environment
  if (rounds === undefined) {
    const streams = environment.means.map((_, arm) => new RewardStream(environment, arm, random.fork(arm + 1)))
    return { at: () => undefined, reward: (arm) => streams[arm].next() }
  }
  const arrivals = random.fork(1)
  const drawn = random.fork(2)
  return {
    at: (round) => rounds.at(round, arrivals),
    reward: (arm, visit) => rounds.reward(arm, visit as Round, drawn),
  }
}

const computeGap = (values: readonly number[], arm: number): number => findBest(values) - values[arm]

/** When each decision is answered. */
class OutcomeStream {
  ignored = 0
  readonly #delivery: CheckedDelivery
  readonly #horizon: number
  readonly #random: SeededRandom
  readonly #sendsZeros: boolean

  readonly #own: Environment["answer"]

  constructor(delivery: CheckedDelivery, horizon: number, random: SeededRandom, { answer }: Environment) {
    this.#own = answer
    this.#delivery = delivery
    this.#horizon = horizon
    this.#random = random
    this.#sendsZeros = delivery.answers === "all"
  }

  /** Rounds until the decision of round `now` is answered, or -1 if not within the window. */
  next(now: number, arm: number, reward: number, visit: Round | undefined): number {
    const { silence, doubling, zero, one } = this.#delivery
    const random = this.#random
    if (this.#own !== undefined) {
      const { context } = visit ?? {}
      return this.#withinWindow(now, this.#own({ arm, round: now, reward, context, random }) ?? -1)
    }
    if (silence[arm] > 0 && random.uniform() < silence[arm]) return -1
    if (reward === 0 && !this.#sendsZeros) return -1
    const law = reward > 0.5 ? one : zero
    let delay = law.draw(random)
    if (doubling > 0 && random.uniform() < doubling) {
      const other = law.draw(random)
      if (now + Math.max(delay, other) <= this.#horizon) this.ignored++
      delay = Math.min(delay, other)
    }
    return this.#withinWindow(now, delay)
  }

  #withinWindow(now: number, delay: number): number {
    if (delay < this.#delivery.window) return delay
    if (now + delay <= this.#horizon) this.ignored++
    return -1
  }
}

/** The decision of a round; the point is that of its person, where the algorithm sees it. */
interface Decision {
  readonly now: number
  readonly arm: number
  readonly pull: number
  readonly reward: number
  readonly point: ContextPoint | undefined
}

/** Decisions with an open window, a ring of rounds in typed arrays: there may be thousands. */
abstract class OpenDecisions {
  joined = 0
  constants = 0
  expired = 0
  protected readonly algorithm: Algorithm
  protected readonly state: AlgorithmState
  protected readonly noise: Random
  protected readonly delivery: CheckedDelivery
  protected readonly length: number
  protected readonly arm: Int32Array
  protected readonly pull: Int32Array
  protected readonly reward: Float64Array
  readonly #points: (ContextPoint | undefined)[] = []

  constructor(algorithm: Algorithm, state: AlgorithmState, noise: Random, delivery: CheckedDelivery, horizon: number) {
    this.algorithm = algorithm
    this.state = state
    this.noise = noise
    this.delivery = delivery
    this.length = Math.min(delivery.window, horizon) + 1
    this.arm = new Int32Array(this.length)
    this.pull = new Int32Array(this.length)
    this.reward = new Float64Array(this.length)
  }

  /** A decision that is answered after `delay` rounds, or never if that is -1. */
  abstract decide(decision: Decision, delay: number): void
  /** All that is due in round `now`, in the order of decisions. */
  abstract join(now: number): void

  /** The place of a new decision in the ring. */
  protected add({ now, arm, pull, reward, point }: Decision): number {
    const place = now % this.length
    this.arm[place] = arm
    this.pull[place] = pull
    this.reward[place] = reward
    if (point !== undefined) this.#points[place] = point
    return place
  }

  protected joinAt(place: number): void {
    this.joined++
    const { algorithm, state, noise } = this
    algorithm.observe(state, this.arm[place], this.reward[place], noise, this.pull[place], this.#points[place])
  }

  protected expireAt(place: number): void {
    this.expired++
    this.algorithm.expire?.(this.state, this.arm[place], this.pull[place], this.#points[place])
  }
}

/** Answers join on arrival or when ripe; an unanswered decision expires with its window. */
class ArrivalQueue extends OpenDecisions {
  /** Linked lists of the decisions due in each round: 1 + the index, 0 for none. */
  readonly #first = new Int32Array(this.length)
  readonly #last = new Int32Array(this.length)
  readonly #next = new Int32Array(this.length)
  readonly #isAnswered = new Uint8Array(this.length)

  decide(decision: Decision, delay: number): void {
    const place = this.add(decision)
    this.#isAnswered[place] = delay >= 0 ? 1 : 0
    const wait = Math.max(delay, this.delivery.ripe)
    // A wait as long as the ring ends after the horizon: within a window it cannot be.
    if (delay < 0 || wait >= this.length) return
    const due = (decision.now + wait) % this.length
    this.#next[place] = 0
    if (this.#first[due] === 0) this.#first[due] = place + 1
    else this.#next[this.#last[due] - 1] = place + 1
    this.#last[due] = place + 1
  }

  join(now: number): void {
    const { window } = this.delivery
    if (now > window) {
      const oldest = (now - window) % this.length
      if (this.#isAnswered[oldest] === 0) this.expireAt(oldest)
    }
    const today = now % this.length
    for (let place = this.#first[today]; place !== 0; place = this.#next[place - 1]) this.joinAt(place - 1)
    this.#first[today] = 0
  }
}

/** Everything joins at the end of its window, with the constant where nobody answered. */
class WindowQueue extends OpenDecisions {
  readonly #constant = this.delivery.missing === "ignore" ? 0 : this.delivery.missing
  readonly #isAnswered = new Uint8Array(this.length)

  decide(decision: Decision, delay: number): void {
    const place = this.add(decision)
    if (delay < 0) this.reward[place] = this.#constant
    this.#isAnswered[place] = delay >= 0 ? 1 : 0
  }

  join(now: number): void {
    const { window } = this.delivery
    if (now <= window) return
    const oldest = (now - window) % this.length
    if (this.#isAnswered[oldest] === 0) this.constants++
    this.joinAt(oldest)
  }
}
