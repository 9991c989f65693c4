// The events of a simulation by time: a binary heap; equal times in the order of planning.

interface Planned {
  readonly at: number
  readonly order: number
  readonly happen: () => void
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

export class EventQueue {
  now = 0
  #order = 0
  readonly #heap: Planned[] = []

  after(delay: number, happen: () => void): void {
    const planned = { at: this.now + delay, order: this.#order++, happen }
    const heap = this.#heap
    let place = heap.push(planned) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(planned, heap[parent]!)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = planned
  }

  /** Lets everything happen that is planned up to a time, and all that it plans until then. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst()
      this.now = next.at
      next.happen()
    }
    this.now = end
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}
