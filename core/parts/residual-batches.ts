// Batches with residual releases (docs/theory.md, section 3). When a batch is full its sum joins what an arm keeps hidden; that is
// released once with Gaussian noise, and a share of it is carried on. A reward is then in several releases, with less weight each
// time, and all of them together cost it eta at most. How large a batch is, is fixed and kept when its first decision is made.

import type { Algorithm } from "../algorithm.ts"
import { ArmisticeError, checkArm, checkReward, checkRewardSum } from "../errors.ts"
import type { Release } from "../privacy/release.ts"
import { carryBits, leastDeviation, residualStepBits } from "../privacy/residual-loss.ts"
import type { Random } from "../random/random.ts"
import { type HiddenSum, residualDeviation } from "../random/residual-noise.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import type { FilterStep } from "./residual-filter.ts"
import { checkRewardCount, countRewards, decide, fractions, type RoundCounts, startRounds, zeros } from "./rounds.ts"

export interface ResidualBatches extends RoundCounts {
  /** Batches released per arm, and the rewards in them. */
  closed: number[]
  count: number[]
  /** Sizes of the released batches, and the numbers of those with which a new line of releases began. */
  sizes: number[][]
  lines: number[][]
  /** Batches that have decisions but are not released, in order, and the first pull of the first of them. */
  open: OpenBatch[][]
  opensAt: number[]
  /** What is carried into the next release: the sum (secret), the rewards it stems from and their weight in it (public). */
  hidden: HiddenSum[]
  hiddenCount: number[]
  hiddenWeight: number[]
  /** The share of the last released sum that was carried on, of 2^40. */
  carried: number[]
  /** The last released sum, and the sum of all released rewards as releases tell it: each reward once, with the noise that remains. */
  last: number[]
  total: number[]
}

export interface OpenBatch {
  size: number
  received: number
  sum: number
}

export interface ResidualRule<State extends ResidualBatches> {
  readonly eta: number
  readonly horizon: number
  /** The share x0 of all rewards of a line that stays hidden after each release: in [0, 1). */
  readonly share: number
  /** Size of the batch that the arm's next decision opens, from public things and releases so far. */
  nextSize(state: State, arm: number): number
  /** Takes a release in. */
  learn(state: State, arm: number, step: FilterStep): void
}

type Shared = "observe" | "observeMany" | "releases" | "nextReleases"

const unit = 2 ** carryBits

export function residualBatches<State extends ResidualBatches>(rule: ResidualRule<State>) {
  const { eta, horizon, share, nextSize } = rule

  /** How much of a sum goes on, once a batch of `size` has joined: a public number, rounded down. */
  function join(line: { count: number; weight: number }, size: number): number {
    line.count += size
    line.weight += size
    const carried = Math.min(unit - 1, Math.floor((unit * share * line.count) / line.weight))
    line.weight *= carried / unit
    return carried
  }

  function closeFirst(state: State, arm: number, random: Random): void {
    const { size, sum } = state.open[arm].shift() as OpenBatch
    const line = { count: state.hiddenCount[arm], weight: state.hiddenWeight[arm] }
    const carried = join(line, size)
    const plan = { eta, carried }
    const { released, hidden } = random.residual(state.hidden[arm], sum, plan)
    const step = {
      size,
      carried: state.carried[arm] / unit,
      released,
      variance: residualDeviation(plan) ** 2,
      isFirst: state.closed[arm] === 0,
    }
    state.total[arm] += released - step.carried * state.last[arm]
    state.last[arm] = released
    state.hidden[arm] = hidden
    state.hiddenCount[arm] = line.count
    state.hiddenWeight[arm] = line.weight
    state.carried[arm] = carried
    state.closed[arm] += 1
    state.count[arm] += size
    state.opensAt[arm] += size
    state.sizes[arm].push(size)
    rule.learn(state, arm, step)
  }

  function add(state: State, arm: number, count: number, sum: number, random: Random, pull: number | undefined): void {
    const place = placeOf(state, arm, pull)
    const size = place < state.open[arm].length ? state.open[arm][place].size : nextSize(state, arm)
    const room = size - (state.open[arm][place]?.received ?? 0)
    if (count > room)
      throw new ArmisticeError(
        "invalid_state",
        `at most ${room} rewards can still go into batch ${state.closed[arm] + place} of arm ${arm}, got ${count}`,
      )
    checkRewardCount(state, arm, count, horizon)
    if (place === state.open[arm].length) state.open[arm].push({ size, received: 0, sum: 0 })
    const batch = state.open[arm][place]
    countRewards(state, arm, count)
    batch.received += count
    batch.sum += sum
    while (isFull(state.open[arm][0])) closeFirst(state, arm, random)
  }

  // The releases of a state are asked for again and again, and roots of large whole numbers take long.
  const deviations = new Map<number, string>()
  const deviationFor = (carried: number): string => {
    const known = deviations.get(carried)
    if (known !== undefined) return known
    if (deviations.size > 4096) deviations.clear()
    const found = leastDeviation(eta, BigInt(carried), residualStepBits).toString()
    deviations.set(carried, found)
    return found
  }

  const releaseOf = (arm: number, block: number, count: number, line: number, carried: number): Release => ({
    arm,
    block,
    count,
    mechanism: "residual",
    eta,
    line,
    carried: String(carried),
    deviation: deviationFor(carried),
    step: residualStepBits,
  })

  const shared: Pick<Algorithm<State>, Shared> = {
    observe(state, arm, reward, random, pull) {
      checkArm(arm, state.decided.length)
      checkReward(reward)
      checkDecidedPull(state, arm, pull)
      add(state, arm, 1, reward, random, pull)
    },

    observeMany(state, arm, count, sum, random) {
      checkArm(arm, state.decided.length)
      checkRewardSum(count, sum)
      add(state, arm, count, sum, random, undefined)
    },

    releases(state) {
      const list: Release[] = []
      for (let arm = 0; arm < state.closed.length; arm++) {
        let line = { count: 0, weight: 0 }
        let number = 0
        for (const [block, size] of state.sizes[arm].entries()) {
          for (; state.lines[arm][number] <= block; number++) line = { count: 0, weight: 0 }
          list.push(releaseOf(arm, block, size, number, join(line, size)))
        }
      }
      return list
    },

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      const open = state.open[arm]
      const place = placeOf(state, arm, pull)
      const first = open[0] ?? { size: nextSize(state, arm), received: 0, sum: 0 }
      if (place !== 0 || first.received + 1 !== first.size) return []
      const line = { count: state.hiddenCount[arm], weight: state.hiddenWeight[arm] }
      const list: Release[] = []
      for (let next: OpenBatch | undefined = first; list.length === 0 || isFull(next); next = open[list.length]) {
        const { size } = next as OpenBatch
        list.push(releaseOf(arm, state.closed[arm] + list.length, size, state.lines[arm].length, join(line, size)))
      }
      return list
    },
  }

  return {
    ...shared,

    start(armCount: number): ResidualBatches {
      const lists = <Item>() => Array.from({ length: armCount }, (): Item[] => [])
      // Not a spread: objects made by spreading get a hidden class each, which makes every access to a state slow.
      return Object.assign(startRounds(armCount), {
        closed: zeros(armCount),
        count: zeros(armCount),
        sizes: lists<number>(),
        lines: lists<number>(),
        open: lists<OpenBatch>(),
        opensAt: zeros(armCount),
        hidden: zeros(armCount) as HiddenSum[],
        hiddenCount: zeros(armCount),
        hiddenWeight: fractions(armCount),
        carried: zeros(armCount),
        last: fractions(armCount),
        total: fractions(armCount),
      })
    },

    /** Notes a decision, and opens the batch it belongs to if that is a new one. */
    decide(state: State, arm: number): number {
      if (undecidedIn(state, arm) === 0) state.open[arm].push({ size: nextSize(state, arm), received: 0, sum: 0 })
      return decide(state, arm)
    },

    sizeOf: (state: State, arm: number): number => state.open[arm][0]?.size ?? nextSize(state, arm),

    lacking(state: State, arm: number): number {
      const first = state.open[arm][0]
      return first === undefined ? nextSize(state, arm) : first.size - first.received
    },

    addArm(state: State): void {
      for (const list of [
        state.decided,
        state.rewarded,
        state.closed,
        state.count,
        state.opensAt,
        state.hidden,
        state.hiddenCount,
        state.hiddenWeight,
        state.carried,
        state.last,
        state.total,
      ])
        list.push(0)
      state.sizes.push([])
      state.lines.push([])
      state.open.push([])
    },
  }
}

const isFull = (batch: OpenBatch | undefined): boolean => batch !== undefined && batch.received === batch.size

/** Decisions that can be made before another batch must be opened. */
function undecidedIn(state: ResidualBatches, arm: number): number {
  return endOf(state.open[arm], state.opensAt[arm]) - state.decided[arm]
}

/** Where many batches are open because rewards are late, up to which pull some of them were counted before. */
const counted = new WeakMap<readonly OpenBatch[], { from: number; count: number; end: number }>()

const few = 16

/** The pull after the last of these batches, whose first is `from`. Those that were counted are the same until the first is closed. */
function endOf(open: readonly OpenBatch[], from: number): number {
  const known = open.length > few ? counted.get(open) : undefined
  const isSame = known !== undefined && known.from === from && known.count <= open.length
  let end = isSame ? known.end : from
  for (let place = isSame ? known.count : 0; place < open.length; place++) end += open[place].size
  if (open.length > few && !(isSame && known.count === open.length))
    counted.set(open, { from, count: open.length, end })
  return end
}

/** Which of the arm's open batches a reward belongs to, from 0: a new one if it is none of those. */
function placeOf(state: ResidualBatches, arm: number, pull: number | undefined): number {
  if (pull === undefined) return 0
  if (pull < state.opensAt[arm])
    throw new ArmisticeError(
      "invalid_state",
      `pull must be a whole number of at least ${state.opensAt[arm]} (earlier batches of arm ${arm} are closed), got ${pull}`,
    )
  let end = state.opensAt[arm]
  for (const [place, { size }] of state.open[arm].entries()) {
    end += size
    if (pull < end) return place
  }
  return state.open[arm].length
}

/** All that an arm carries is forgotten: what was left of its rewards' budget is never spent, and the next release begins a new line. */
export function forgetHidden(state: ResidualBatches, arm: number): void {
  state.hidden[arm] = 0
  state.hiddenCount[arm] = 0
  state.hiddenWeight[arm] = 0
  state.carried[arm] = 0
  state.lines[arm].push(state.closed[arm])
}
