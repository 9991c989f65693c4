// A scenario: arms are added, retired and excluded, rewards come late or never, a saved state is
// restored. All of it is public, and plain JSON, so that an attack can be saved and continued.

import type { Algorithm, AlgorithmState } from "@armistice/core"

export interface Scenario {
  /** A name for people, the same for all variants of one idea. */
  readonly name: string
  /** Before the first round so many rewards of arm 0 are taken as data from before. */
  readonly before?: number
  /** An arm is added before each of these rounds. */
  readonly adds?: readonly number[]
  readonly retires?: readonly { readonly round: number; readonly arm: number }[]
  /** Arms that may not be chosen from a round on, up to another (without it). */
  readonly excludes?: readonly { readonly from: number; readonly to: number; readonly arms: readonly number[] }[]
  /** Rewards come when so many decisions wait for theirs, or at the horizon. */
  readonly late?: {
    readonly decisions: number
    /**
     * "newest": the newest first, and the oldest last of all, with those of the next time.
     * "chosen": those of the arm just chosen, which follows from releases, newest first; others
     * keep waiting.
     */
    readonly first: "oldest" | "newest" | "chosen"
  }
  /** One decision in `every` is never answered, known after `window` rounds, and worth `worth`. */
  readonly silence?: { readonly every: number; readonly window: number; readonly worth?: number }
  /** Saves the state before this round and restores `count` copies that run beside the original. */
  readonly copies?: { readonly round: number; readonly count: number }
}

/** Consecutive decisions of one arm without rewards; `round` is set where the tables differ. */
export interface Waiting {
  readonly arm: number
  readonly pull: number
  count: number
  readonly round: number | null
}

/** Where a line of rounds stands, as plain JSON. */
export interface Schedule {
  round: number
  /** Decisions and waiting rewards, the oldest of each arm first. */
  waiting: Waiting[]
  /** Whether the oldest of them was left waiting when the others' rewards came. */
  keeps: boolean
  retired: number[]
  /** Decisions that nobody will answer and whose windows are open, the oldest first. */
  silent: { readonly arm: number; readonly pull: number; readonly round: number }[]
}

export const startSchedule = (): Schedule => ({ round: 0, waiting: [], keeps: false, retired: [], silent: [] })

/** The state that a scenario begins with. */
export function startScenario(algorithm: Algorithm, armCount: number, scenario: Scenario | undefined): AlgorithmState {
  const worth = scenario?.silence?.worth
  return worth === undefined || algorithm.weighsSilence !== true
    ? algorithm.start(armCount)
    : algorithm.start(armCount, worth)
}

/** Receives what happens in a round, in order. */
export interface RoundObserver {
  addArm(): void
  retireArm(arm: number): void
  /** The arm of the next round and its pull. */
  choose(excluded: ReadonlySet<number> | undefined): { readonly arm: number; readonly pull: number }
  /** The reward of the decision of `round`, or of `count` decisions where the tables agree. */
  observe(arm: number, round: number | null, count: number, pull: number | undefined): void
  /** Nobody will answer this decision any more. */
  expire(arm: number, pull: number): void
  /** Whether the tables differ in this round. */
  isRecord(round: number): boolean
}

/** Runs one round of `scenario`: changes of arms, the decision, and the rewards that are due. */
export function runRound(
  scenario: Scenario | undefined,
  schedule: Schedule,
  observer: RoundObserver,
  lastRound: number,
): void {
  const round = schedule.round + 1
  for (const added of scenario?.adds ?? []) if (added === round) observer.addArm()
  for (const retired of scenario?.retires ?? [])
    if (retired.round === round) {
      schedule.retired.push(retired.arm)
      // Its decisions so far are dropped: nobody's reward joins, and nobody waits for one.
      schedule.waiting = schedule.waiting.filter(({ arm }) => arm !== retired.arm)
      schedule.silent = schedule.silent.filter(({ arm }) => arm !== retired.arm)
      observer.retireArm(retired.arm)
    }
  const { arm, pull } = observer.choose(listExcluded(scenario, schedule.retired, round))
  schedule.round = round
  const learned = observer.isRecord(round) ? round : null
  const isSilent = scenario?.silence !== undefined && learned === null && round % scenario.silence.every === 0
  if (isSilent) schedule.silent.push({ arm, pull, round })
  else if (scenario?.late === undefined)
    observer.observe(arm, learned, 1, scenario?.silence === undefined ? undefined : pull)
  else hold(schedule.waiting, arm, pull, learned, scenario.silence !== undefined || scenario.late.first === "chosen")
  if (scenario?.late !== undefined) {
    let count = 0
    for (const one of schedule.waiting) count += one.count
    if (count >= scenario.late.decisions || round >= lastRound)
      deliver(schedule, observer, round < lastRound ? scenario.late.first : "oldest", arm)
  }
  while (schedule.silent.length > 0 && schedule.silent[0].round + (scenario?.silence?.window ?? 0) <= round) {
    const [gone] = schedule.silent.splice(0, 1)
    observer.expire(gone.arm, gone.pull)
  }
}

function listExcluded(
  scenario: Scenario | undefined,
  retired: readonly number[],
  round: number,
): Set<number> | undefined {
  if (scenario?.excludes === undefined && retired.length === 0) return undefined
  const excluded = new Set(retired)
  for (const { from, to, arms } of scenario?.excludes ?? [])
    if (round >= from && round < to) for (const arm of arms) excluded.add(arm)
  return excluded.size === 0 ? undefined : excluded
}

/** `apart` keeps a decision separate from the one before, since some between them may be silent. */
function hold(waiting: Waiting[], arm: number, pull: number, round: number | null, apart: boolean): void {
  const last = apart ? undefined : waiting.findLast((one) => one.arm === arm)
  if (last !== undefined && last.round === null && round === null && last.pull + last.count === pull) last.count += 1
  else waiting.push({ arm, pull, count: 1, round })
}

function deliver(
  schedule: Schedule,
  observer: RoundObserver,
  first: "oldest" | "newest" | "chosen",
  chosen: number,
): void {
  const { waiting } = schedule
  if (first === "chosen") {
    const due = waiting.filter(({ arm }) => arm === chosen)
    schedule.waiting = waiting.filter(({ arm }) => arm !== chosen)
    for (const { arm, round, pull } of due.toReversed()) observer.observe(arm, round, 1, pull)
    return
  }
  if (first === "oldest") {
    schedule.waiting = []
    for (const { arm, round, count } of waiting) observer.observe(arm, round, count, undefined)
    return
  }
  const [oldest] = waiting
  if (oldest === undefined) return
  // Every other time the oldest is kept waiting, and comes last of all the next time.
  schedule.keeps = !schedule.keeps
  schedule.waiting = schedule.keeps ? [{ ...oldest, count: 1 }] : []
  for (const one of waiting.toReversed()) {
    const end = schedule.keeps && one === oldest ? 1 : 0
    for (let k = one.count - 1; k >= end; k--) observer.observe(one.arm, one.round, 1, one.pull + k)
  }
}

/** Whether the reward of a round in which the tables differ has not come yet. */
export const isAwaited = ({ waiting }: Schedule): boolean => waiting.some(({ round }) => round !== null)

export function describeScenario(scenario: Scenario): string {
  const parts: string[] = []
  if (scenario.before !== undefined) parts.push(`arm 0 begins with ${scenario.before} rewards of data from before`)
  for (const round of scenario.adds ?? []) parts.push(`an arm is added before round ${round}`)
  for (const { round, arm } of scenario.retires ?? []) parts.push(`arm ${arm} is retired before round ${round}`)
  for (const { from, to, arms } of scenario.excludes ?? []) {
    const [low, high] = [Math.min(...arms), Math.max(...arms)]
    const which = arms.length === 1 ? `arm ${low} is` : `arms ${low} to ${high} are`
    parts.push(`${which} excluded from round ${from} on${to === never ? "" : `, until round ${to}`}`)
  }
  if (scenario.late !== undefined)
    parts.push(
      scenario.late.first === "chosen"
        ? `once ${scenario.late.decisions} decisions wait for their rewards, those of the arm that was chosen last come`
        : `rewards come once ${scenario.late.decisions} decisions wait for them, the ${scenario.late.first} first`,
    )
  if (scenario.silence !== undefined) {
    const { every, window, worth } = scenario.silence
    parts.push(
      `one decision in ${every} is never answered, which is known ${window} rounds later${worth === undefined ? "" : ` and worth ${worth}`}`,
    )
  }
  if (scenario.copies !== undefined)
    parts.push(
      `the state is saved before round ${scenario.copies.round}, and ${scenario.copies.count} copies of it go on`,
    )
  return parts.join("; ")
}

export const never: number = Number.MAX_SAFE_INTEGER
