// Workers that are used again, because starting one takes longer than most simulations and a warm one is ten times as fast. Who
// holds a worker asks it one thing at a time. One that is released in the middle of something is cancelled, and used again if it
// is soon free; otherwise it is ended.

import { ArmisticeError } from "@armistice/core"
import type { Duties } from "./duties.ts"
import type { FromWorker, ToWorker } from "./worker-duty.ts"

/** The line to one worker. */
export interface WorkerLink {
  send(message: ToWorker): void
  close(): void
  /** Told whenever someone takes or releases the worker. */
  hold?(isHeld: boolean): void
}

export type StartWorker = (receive: (message: FromWorker) => void) => WorkerLink

export interface HeldWorker {
  /** The answer, or undefined if the worker was released or ended first. */
  ask<Name extends keyof Duties>(
    duty: Name,
    ask: Parameters<Duties[Name]>[0],
    onProgress?: (part?: unknown) => void,
  ): Promise<Awaited<ReturnType<Duties[Name]>> | undefined>
  release(): void
  /** For one that has been silent for too long. */
  end(): void
}

interface Question {
  answered(answer: unknown): void
  failed(error: Error): void
  onProgress(part?: unknown): void
}

interface Line {
  readonly link: WorkerLink
  isBusy: boolean
  isHeld: boolean
  isBroken: boolean
  /** What the holder waits for. */
  question: Question | null
  ending: ReturnType<typeof setTimeout> | undefined
}

export class WorkerPool {
  /** Workers worth having at once. */
  readonly size: number
  readonly #start: StartWorker
  readonly #freeingMs: number
  readonly #idle: Line[] = []

  /** `freeingMs` is how long a released worker may go on with what it is in. */
  constructor(size: number, start: StartWorker, freeingMs = 100) {
    this.size = size
    this.#start = start
    this.#freeingMs = freeingMs
  }

  /** Workers that wait. */
  get idle(): number {
    return this.#idle.length
  }

  take(): HeldWorker {
    const line = this.#idle.pop() ?? this.#open()
    let isMine = true
    const letGo = (then: () => void) => {
      if (!isMine) return
      isMine = false
      line.isHeld = false
      line.link.hold?.(false)
      line.question?.answered(undefined)
      line.question = null
      then()
    }
    line.isHeld = true
    line.link.hold?.(true)
    return {
      ask: <Answer>(duty: string, ask: unknown, onProgress: (part?: unknown) => void = () => {}) =>
        new Promise<Answer | undefined>((resolve, reject) => {
          if (!isMine) return resolve(undefined)
          if (line.isBroken) return reject(new Error("the worker must be there to be asked, got one that has ended"))
          line.question = { answered: (answer) => resolve(answer as Answer), failed: reject, onProgress }
          line.isBusy = true
          line.link.send({ kind: "ask", duty, ask })
        }),
      release: () => letGo(() => this.#takeBack(line)),
      end: () => letGo(() => line.link.close()),
    }
  }

  #takeBack(line: Line): void {
    if (line.isBroken) return
    if (!line.isBusy) return void this.#idle.push(line)
    line.link.send({ kind: "cancel" })
    line.ending = setTimeout(() => line.link.close(), this.#freeingMs)
  }

  #open(): Line {
    const line: Line = {
      link: this.#start((message) => this.#hear(line, message)),
      isBusy: false,
      isHeld: true,
      isBroken: false,
      question: null,
      ending: undefined,
    }
    return line
  }

  #hear(line: Line, message: FromWorker): void {
    const { question } = line
    if (message.kind === "progress") {
      question?.onProgress(message.part)
      return
    }
    line.question = null
    line.isBusy = false
    clearTimeout(line.ending)
    if (message.kind === "broken") {
      line.isBroken = true
      line.link.close()
      const place = this.#idle.indexOf(line)
      if (place >= 0) this.#idle.splice(place, 1)
    } else if (!line.isHeld) this.#idle.push(line)
    if (message.kind === "answer") question?.answered(message.answer)
    else question?.failed(errorOf(message))
  }
}

function errorOf(message: Exclude<FromWorker, { kind: "answer" | "progress" }>): Error {
  const isRefusal = message.kind === "failed" && message.code !== null
  return isRefusal ? new ArmisticeError(message.code, message.message) : new Error(message.message)
}
