// The states of all segments as one JSON text for a snapshot. Segments that have not changed keep
// their text, so that a change in one of many segments writes only that one.

/**
 * Writing so many characters of a state takes a fraction of the time of its journal entry, and
 * playing the entries again takes little.
 */
const charactersPerEntry = 32
const usualSize = 16_384

export class StateText {
  readonly #texts = new Map<string, string>()
  /** Characters of the last text, or of one at the start. */
  #size: number

  constructor(size: number) {
    this.#size = size
  }

  /** This segment is about to change. */
  forget(segment: string): void {
    this.#texts.delete(segment)
  }

  forgetAll(): void {
    this.#texts.clear()
  }

  /** All segments are as a text of this size has them. */
  replaced(size: number): void {
    this.#texts.clear()
    this.#size = size
  }

  write(segments: ReadonlyMap<string, object>): string {
    const text = segments.size === 1 ? JSON.stringify(Object.fromEntries(segments)) : this.#join(segments)
    this.#size = text.length
    return text
  }

  /** A large state is written less often: once there are entries enough for its length. */
  isWorthWriting(unsaved: number, every: number): boolean {
    return unsaved >= every && this.#size <= Math.max(usualSize, unsaved * charactersPerEntry)
  }

  #join(segments: ReadonlyMap<string, object>): string {
    // In the order in which JSON has names.
    const parts = Object.entries(Object.fromEntries(segments)).map(([name, segment]) => {
      const text = this.#texts.get(name) ?? JSON.stringify(segment)
      this.#texts.set(name, text)
      return `${JSON.stringify(name)}:${text}`
    })
    return `{${parts.join(",")}}`
  }
}
