// Batches with residual releases (docs/theory.md, section 3). When a batch is full its sum joins
// what an arm keeps hidden; that is released once with Gaussian noise, and a share of it is carried
// on. A reward is then in several releases, with less weight each time, and all of them together
// cost it eta at most. How large a batch is, is fixed and kept when its first reward joins.

import type { Algorithm } from "../algorithm.ts"
import { ArmisticeError, checkArm, checkReward, checkRewardSum } from "../errors.ts"
import type { Release } from "../privacy/release.ts"
import { carryBits } from "../privacy/residual-loss.ts"
import type { Random } from "../random/random.ts"
import { type HiddenSum, residualDeviation } from "../random/residual-noise.ts"
import { checkDecidedPull } from "./decided-pull.ts"
import type { FilterStep } from "./residual-filter.ts"
import { createResidualRelease } from "./residual-release.ts"
import { checkRewardCount, countRewards, fractions, type RoundCounts, startRounds, zeros } from "./rounds.ts"

export interface ResidualBatches extends RoundCounts {
  /** Batches released per arm, and the rewards in them. */
  closed: number[]
  count: number[]
  /** Releases of all arms. */
  releaseCount: number
  /** Sizes of the released batches, and the numbers of those that began a new line. */
  sizes: number[][]
  lines: number[][]
  /** The open batch: its size (0: none is open), the rewards that joined, their sum (secret). */
  size: number[]
  received: number[]
  sum: number[]
  /** The first pull whose reward may join; earlier ones belong to the state it was copied from. */
  joinsFrom: number[]
  /** The part carried on: the sum (secret), its rewards and their weight in it (public). */
  hidden: HiddenSum[]
  hiddenCount: number[]
  hiddenWeight: number[]
  /** The share of the last released sum that was carried on, of 2^40. */
  carried: number[]
  /** The last released sum, and the sum that releases tell of all rewards, each counted once. */
  last: number[]
  total: number[]
}

export interface ResidualRule<State extends ResidualBatches> {
  readonly eta: number
  readonly horizon: number
  /** The share x0 of all rewards of a line that stays hidden after each release: in [0, 1). */
  readonly share: number
  /** Size of the arm's next batch, from public things and releases so far. */
  nextSize(state: State, arm: number): number
  /** Notes that answers joined, before a batch closes; `unasked` of them had no decision. */
  joined(state: State, arm: number, count: number, pull: number | undefined, unasked: number): void
  /** Takes a release in. */
  learn(state: State, arm: number, step: FilterStep): void
}

type Shared = "observe" | "observeMany" | "releases" | "nextReleases"

const unit = 2 ** carryBits

export function createResidualBatches<State extends ResidualBatches>(rule: ResidualRule<State>) {
  const { eta, horizon, share, nextSize } = rule

  /** The share of a sum that is carried on once `size` rewards have joined, rounded down. */
  function join(line: { count: number; weight: number }, size: number): number {
    line.count += size
    line.weight += size
    const carried = Math.min(unit - 1, Math.floor((unit * share * line.count) / line.weight))
    line.weight *= carried / unit
    return carried
  }

  function close(state: State, arm: number, random: Random): void {
    const size = state.size[arm]
    const line = { count: state.hiddenCount[arm], weight: state.hiddenWeight[arm] }
    const carried = join(line, size)
    const plan = { eta, carried }
    const { released, hidden } = random.residual(state.hidden[arm], state.sum[arm], plan)
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
    state.releaseCount += 1
    state.size[arm] = 0
    state.received[arm] = 0
    state.sum[arm] = 0
    state.sizes[arm].push(size)
    rule.learn(state, arm, step)
  }

  const sizeBatch = (state: State, arm: number): number =>
    state.size[arm] === 0 ? nextSize(state, arm) : state.size[arm]

  const lacking = (state: State, arm: number): number => sizeBatch(state, arm) - state.received[arm]

  function add(state: State, arm: number, count: number, sum: number, random: Random, pull: number | undefined): void {
    const size = sizeBatch(state, arm)
    const room = size - state.received[arm]
    if (count > room)
      throw new ArmisticeError(
        "invalid_state",
        `at most ${room} rewards can still go into batch ${state.closed[arm]} of arm ${arm}, got ${count}`,
      )
    checkRewardCount(state, arm, count, horizon)
    state.size[arm] = size
    const unasked = countRewards(state, arm, count)
    rule.joined(state, arm, count, pull, unasked)
    state.received[arm] += count
    state.sum[arm] += sum
    if (count === room) close(state, arm, random)
  }

  const release = createResidualRelease(eta)

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
          list.push(release({ arm, block, count: size, line: number }, join(line, size)))
        }
      }
      return list
    },

    nextReleases(state, arm, pull) {
      checkArm(arm, state.decided.length)
      checkDecidedPull(state, arm, pull)
      if (lacking(state, arm) !== 1) return []
      const size = sizeBatch(state, arm)
      const line = { count: state.hiddenCount[arm], weight: state.hiddenWeight[arm] }
      return [release({ arm, block: state.closed[arm], count: size, line: state.lines[arm].length }, join(line, size))]
    },
  }

  return {
    ...shared,
    sizeBatch,
    lacking,

    start(armCount: number): ResidualBatches {
      const lists = <Item>() => Array.from({ length: armCount }, (): Item[] => [])
      // Not a spread, which gives every state a hidden class of its own, and slows access.
      return Object.assign(startRounds(armCount), {
        closed: zeros(armCount),
        count: zeros(armCount),
        releaseCount: 0,
        sizes: lists<number>(),
        lines: lists<number>(),
        size: zeros(armCount),
        received: zeros(armCount),
        sum: fractions(armCount),
        joinsFrom: zeros(armCount),
        hidden: zeros(armCount) as HiddenSum[],
        hiddenCount: zeros(armCount),
        hiddenWeight: fractions(armCount),
        carried: zeros(armCount),
        last: fractions(armCount),
        total: fractions(armCount),
      })
    },

    addArm(state: State): void {
      for (const list of [
        state.decided,
        state.rewarded,
        state.closed,
        state.count,
        state.size,
        state.received,
        state.sum,
        state.joinsFrom,
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
    },
  }
}

/** Forgets all that an arm carries. Its budget is not spent, and a new line begins. */
export function forgetHidden(state: ResidualBatches, arm: number): void {
  state.hidden[arm] = 0
  state.hiddenCount[arm] = 0
  state.hiddenWeight[arm] = 0
  state.carried[arm] = 0
  state.lines[arm].push(state.closed[arm])
}

/** Drops the open batch and ends the line, if anything was released in it. */
export function endLine(state: ResidualBatches, arm: number): void {
  state.size[arm] = 0
  state.received[arm] = 0
  state.sum[arm] = 0
  if (state.closed[arm] > (state.lines[arm].at(-1) ?? 0)) forgetHidden(state, arm)
}
