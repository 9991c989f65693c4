// How many requests are not answered yet. They are counted, not collected: a set that is filled and emptied all the time leaves old tables
// behind, each of which holds on to what was in it, so that every request would outlive its answer and be copied by the collector of garbage.

export class UnderWay {
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Counts one more, until what is returned is called, once or more often. */
  begin(): () => void {
    this.#size += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#size -= 1
    }
  }
}
