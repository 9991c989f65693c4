// When to show what has come in: whole stages at once, parts of one only when they have waited a little. The picture before
// stays until then, so that nothing flickers while one drags.

const firstMs = 8
const laterMs = 60

export class Pace {
  readonly #show: () => void
  #waitMs = firstMs
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: () => void) {
    this.#show = show
  }

  /** The next picture is a first one again. */
  restart(): void {
    this.stop()
    this.#waitMs = firstMs
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#waitMs)
  }

  now(): void {
    this.stop()
    this.#waitMs = laterMs
    this.#show()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
