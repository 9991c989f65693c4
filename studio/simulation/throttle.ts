// Limits how often results are shown: the first at once, later ones together after a short delay.

const delayMs = 60

export class Throttle {
  readonly #show: () => void
  #isFirst = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: () => void) {
    this.#show = show
  }

  /** The next result counts as a first one again. */
  reset(): void {
    this.cancel()
    this.#isFirst = true
  }

  schedule(): void {
    if (this.#isFirst) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), delayMs)
  }

  flush(): void {
    this.cancel()
    this.#isFirst = false
    this.#show()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
