// The states of all segments as text for a store. The first line is JSON: the segments without what
// is long and seldom changes, which is what an algorithm with context knows of each arm. Those arms
// follow, each as a line of JSON and a line for each long text in it. Lines that have not changed
// are the same strings as before, so that a change in one of many segments or arms writes only that
// one, and a store may keep long lines apart.

import type { AlgorithmState } from "@armistice/core"
import type { SegmentState } from "./segment-state.ts"

/**
 * Writing so many characters of a state takes a fraction of the time of its journal entry, and
 * replaying the entries takes little.
 */
const charactersPerEntry = 32
const usualSize = 16_384
/** A shorter text stays in the JSON of its arm. */
const longText = 1024
/** Stands for a text that has a line of its own. Texts of arms are base64, which has no space. */
const ownLine = "its own line"

type WithContexts = AlgorithmState & { readonly contexts?: readonly object[] }

export class StateText {
  readonly #segments = new Map<string, string>()
  readonly #arms = new Map<string, (readonly string[] | undefined)[]>()
  /** Characters of the last text, or of one at the start. */
  #size: number

  constructor(size: number) {
    this.#size = size
  }

  /** This segment is about to change, but for what is known of its arms by context. */
  forget(segment: string): void {
    this.#segments.delete(segment)
  }

  /** One of a segment's arms is about to learn. */
  forgetArm(segment: string, arm: number): void {
    const arms = this.#arms.get(segment)
    if (arms !== undefined) arms[arm] = undefined
  }

  forgetAll(): void {
    this.#segments.clear()
    this.#arms.clear()
  }

  /** All segments are as a text of this size has them. */
  replaced(size: number): void {
    this.forgetAll()
    this.#size = size
  }

  /** The lines of the text. */
  write(segments: ReadonlyMap<string, SegmentState>): readonly string[] {
    const parts: string[] = []
    const lines = [""]
    // In the order in which JSON has names.
    for (const [name, segment] of Object.entries(Object.fromEntries(segments))) {
      const text = this.#segments.get(name) ?? writeSegment(segment)
      // The text of the only one is needed when it has changed.
      if (segments.size > 1) this.#segments.set(name, text)
      parts.push(`${JSON.stringify(name)}:${text}`)
      for (const arm of this.#writeArms(name, segment.state)) lines.push(...arm)
    }
    lines[0] = `{${parts.join(",")}}`
    this.#size = lines.reduce((size, line) => size + line.length, 0)
    return lines
  }

  /** A large state is written less often: once there are entries enough for its length. */
  isWorthWriting(unsaved: number, every: number): boolean {
    return unsaved >= every && this.#size <= Math.max(usualSize, unsaved * charactersPerEntry)
  }

  #writeArms(name: string, { contexts = [] }: WithContexts): (readonly string[])[] {
    const known = this.#arms.get(name)
    const arms = contexts.map((context, arm) => known?.[arm] ?? writeArm(context))
    this.#arms.set(name, arms)
    return arms
  }
}

/** With the number of its arms instead of the arms. */
function writeSegment(segment: SegmentState): string {
  const { contexts }: WithContexts = segment.state
  return JSON.stringify(
    contexts === undefined ? segment : { ...segment, state: { ...segment.state, contexts: contexts.length } },
  )
}

function writeArm(context: object): string[] {
  const texts: string[] = []
  const entries = Object.entries(context).map(([name, value]): [string, unknown] => {
    if (typeof value !== "string" || value.length < longText) return [name, value]
    texts.push(value)
    return [name, ownLine]
  })
  return [JSON.stringify(Object.fromEntries(entries)), ...texts]
}

/** The line of a text that tells what changes with every decision. */
export function readFirstLine(text: string): string {
  const end = text.indexOf("\n")
  return end < 0 ? text : text.slice(0, end)
}

/** The states that a text has, by segment. */
export function readStateText(text: string): Readonly<Record<string, SegmentState>> {
  const [first = "", ...lines] = text.split("\n")
  const segments = JSON.parse(first) as Record<string, SegmentState>
  let next = 0
  for (const { state } of Object.values(segments) as { state: { contexts?: unknown } }[])
    if (typeof state.contexts === "number") state.contexts = Array.from({ length: state.contexts }, readArm)
  return segments

  function readArm(): object {
    const arm = JSON.parse(lines[next++] as string) as Record<string, unknown>
    for (const name of Object.keys(arm)) if (arm[name] === ownLine) arm[name] = lines[next++]
    return arm
  }
}
