// When to show what has come in: the first result and whole stages at once, parts of a stage only when they have waited a
// little. The picture before stays until then, so that nothing flickers while one drags.

const waitMs = 60

export class Pace {
  readonly #show: () => void
  #isFirst = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: () => void) {
    this.#show = show
  }

  /** The next picture is a first one again. */
  restart(): void {
    this.stop()
    this.#isFirst = true
  }

  soon(): void {
    if (this.#isFirst) this.now()
    else this.#timer ??= setTimeout(() => this.now(), waitMs)
  }

  now(): void {
    this.stop()
    this.#isFirst = false
    this.#show()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
