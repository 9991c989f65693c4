// When to show what has come in: whole stages at once, parts of one only when they have waited a little. The picture before
// stays until then, so that nothing flickers while one drags.

const firstMs = 20
const laterMs = 120

export class Pace {
  readonly #show: () => void
  #waitMs = firstMs
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: () => void) {
    this.#show = show
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
