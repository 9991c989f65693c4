// How many requests are not answered yet. A number, because a busy Set keeps answered requests
// alive in its old hash tables until the next full garbage collection.

export class UnderWay {
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Counts one more until the returned function is called. */
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
