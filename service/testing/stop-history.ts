// A history of decisions under load while arms are stopped and resumed: each is noted with the
// moments at which it was asked for and answered. A decision that was asked for after a stop was
// answered, and answered before the arm's resume was asked for, must not have the arm.

import { ServiceError } from "../service-error.ts"

interface Asked {
  readonly arm: string
  readonly from: number
  readonly until: number
}

interface Span {
  readonly arm: string
  /** From the answer of the stop to the question of the resume. */
  readonly from: number
  until: number
}

/** A service, in this process or elsewhere, as far as a history needs it. */
export interface StoppableService {
  decide(
    experiment: string,
    request: { readonly decisionId: string; readonly subject: string },
    key: string,
  ): Promise<{ readonly arm: string; readonly firstArm?: string }>
  reward(experiment: string, decisionId: string, value: number, key: string): Promise<unknown>
  changeArms(
    experiment: string,
    request: { readonly kind: "stop" | "resume"; readonly arm: string; readonly reason: string },
  ): Promise<unknown>
  closeWindows(): Promise<unknown>
}

export interface StopHistoryOptions {
  readonly services: readonly StoppableService[]
  readonly experiment: string
  readonly clients: number
  /** Turns of stop and resume. */
  readonly turns: number
  /** Decisions to wait for between two changes. */
  readonly between: number
}

export interface StopHistoryReport {
  readonly decisions: number
  /** The decisions made while an arm was surely stopped. */
  readonly during: number
  /** People who were moved, as far as answers told. */
  readonly moved: number
  readonly problems: string[]
}

export async function stopHistory(options: StopHistoryOptions): Promise<StopHistoryReport> {
  const { services, experiment, clients, turns, between } = options
  const asked: Asked[] = []
  const spans: Span[] = []
  const problems: string[] = []
  let clock = 0
  let isOver = false
  let moved = 0
  const of = (which: number) => services[which % services.length] as StoppableService

  async function client(number: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      // New people, people who come again, and ids that are repeated at another replica.
      const subject = turn % 3 === 0 ? `n${number}-${turn}` : `s${number}-${turn % 5}`
      const decisionId = turn % 4 === 3 ? `d${number}-${turn - 3}` : `d${number}-${turn}`
      const person = turn % 4 === 3 ? choosePerson(number, turn - 3) : subject
      const from = clock++
      const { arm, firstArm } = await of(number + turn).decide(experiment, { decisionId, subject: person }, "local")
      asked.push({ arm, from, until: clock++ })
      if (firstArm !== undefined) moved += 1
      if (turn % 2 === 0)
        await of(number)
          .reward(experiment, decisionId, turn % 4 === 0 ? 1 : 0, "local")
          .catch(allowClosedWindow)
    }
  }
  const choosePerson = (number: number, turn: number) =>
    turn % 3 === 0 ? `n${number}-${turn}` : `s${number}-${turn % 5}`

  async function untilAsked(more: number): Promise<void> {
    const from = asked.length
    while (asked.length - from < more) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  const working = Array.from({ length: clients }, (_, number) => client(number))
  const arms = ["b", "c"]
  for (let turn = 0; turn < turns; turn++) {
    const arm = arms[turn % arms.length] as string
    await untilAsked(between)
    await of(turn).changeArms(experiment, { kind: "stop", arm, reason: "this turn" })
    const span: Span = { arm, from: clock++, until: Number.POSITIVE_INFINITY }
    spans.push(span)
    await untilAsked(between)
    await of(turn + 1).closeWindows()
    if (turn + 1 === turns) continue
    span.until = clock++
    await of(turn + 1).changeArms(experiment, { kind: "resume", arm, reason: "the next turn" })
  }
  await untilAsked(between)
  isOver = true
  await Promise.all(working)

  let during = 0
  for (const one of asked)
    for (const { arm, from, until } of spans)
      if (one.from > from && one.until < until) {
        during += 1
        if (one.arm === arm) problems.push(`a decision from ${one.from} to ${one.until} has ${arm}, stopped at ${from}`)
      }
  return { decisions: asked.length, during, moved, problems }
}

/** On a busy machine the window of a decision may be over before its reward comes. */
function allowClosedWindow(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== "reward_window_over") throw error
}
