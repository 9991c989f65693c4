// Whether the store still is the one that this replica has seen. Each transaction shows which run
// of which server answers from which database and schema (server-state.ts). As long as that is the
// same, nothing should have gone back. After any change, or if a transaction is shown less than was
// seen, the store's place is compared, and everything seen must still be there. Otherwise the store
// is a restored copy, once and for all, and is treated as one before anything else is answered.

import type { LiveExperiment } from "../../live/live-experiment.ts"
import { asCopy, isPlannedName, type Place, readPlace } from "./postgres-copy.ts"
import { notePlaceNow } from "./postgres-open.ts"
import type { PostgresReads } from "./postgres-reads.ts"
import { type Chain, SeenChains } from "./seen-chains.ts"
import { type ServerState, settlingError } from "./server-state.ts"
import { isAtPlace } from "./store-place.ts"

/** How long a request waits for a restore to be dealt with. */
const longestWaitMs = 2000

/** Rounds until the store stays the same for one; each failover meanwhile takes one more. */
const mostRounds = 10

/** A stretch of time in which nothing read can have become wrong; a new object each. */
export interface Era {
  readonly lineage: string
}

export class StoreContinuity {
  era: Era = { lineage: "" }
  readonly #store: PostgresReads
  readonly #seen = new SeenChains()
  #lineage: readonly string[] | undefined
  #started = ""
  /** When the server was started whose place was compared with the store's. */
  #placedOn = ""
  #placeText = ""
  #place: Place = readPlace(undefined)
  #discard: (restores: number) => Promise<void> = async () => undefined
  #settling: Promise<number | null> | undefined

  constructor(store: PostgresReads) {
    this.#store = store
  }

  /** `discard` makes a copy safe to serve. Returns the number of the restore, if one was found. */
  start(discard: (restores: number) => Promise<void>): Promise<number | null> {
    this.#discard = discard
    return this.settle()
  }

  /** Whether the store is the one seen. `isDiscarding`: then it is marked as a copy. */
  isSame(state: ServerState, isDiscarding = false): boolean {
    const { place = "", copy, handover } = state.properties ?? {}
    if (isDiscarding) return copy !== undefined && isAtPlace(readPlace(place), state)
    return (
      copy === undefined &&
      handover === undefined &&
      state.started === this.#started &&
      place === this.#placeText &&
      isAtPlace(this.#place, state)
    )
  }

  /** Something that was committed or read in an era. */
  note(experiment: string, chain: Chain, era: Era): void {
    // A restore accounts for what was seen before it.
    if (era.lineage !== this.era.lineage) return
    this.#seen.note(experiment, chain)
    // It may be of a server that was replaced meanwhile: the next transaction looks for it in the
    // store.
    if (era !== this.era) this.suspect()
  }

  noteLive({ experiment, sequence, journal }: LiveExperiment, version: number, era: Era): void {
    this.note(experiment.id, { version, sequence, journal }, era)
  }

  /** How far an experiment was seen: whatever is read from now on must have come as far. */
  seen(experiment: string): Chain | undefined {
    return this.#seen.find(experiment)
  }

  /** Something is amiss: all that was seen is looked for before anything is answered. */
  suspect(): void {
    this.#started = ""
  }

  /** Finds out what became of the store and deals with it; those who come meanwhile share it. */
  settle(): Promise<number | null> {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  /** For a request: not longer than it may wait. */
  async settleSoon(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(settlingError()), longestWaitMs)
    })
    try {
      await Promise.race([this.settle(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #settle(): Promise<number | null> {
    const { options } = this.#store.session.pool
    let restored: number | null = null
    for (let round = 0; round < mostRounds; round++) {
      const found = await this.#look()
      if (found === "same") return restored
      if (found === "moved") this.#placedOn = await notePlaceNow(options)
      else if (found === "copy") {
        restored = (await this.#dealWithCopy()) ?? restored
      }
      // Replicas agree under a lock on the lineage that is forked, so that several of them who see
      // it make one restore of it.
      else await notePlaceNow(options, { found: found.forked, seen: this.#lineage ?? [] })
    }
    throw settlingError()
  }

  async #dealWithCopy(): Promise<number | null> {
    const seen = this.#lineage
    this.#forget()
    let restored: number | null = null
    try {
      restored = await asCopy(this.#store.session.pool.options, seen ?? [], this.#discard)
      return restored
    } finally {
      // Another replica deals with it, and may not know of restores that this one has seen.
      if (restored === null) this.#lineage = seen
    }
  }

  /** Compares the store with what was seen, at one instant on one connection. */
  #look(): Promise<"same" | "moved" | "copy" | { readonly forked: readonly string[] }> {
    return this.#store.atOneInstant(async (frozen) => {
      const state = await frozen.session.serverState()
      // Someone else has found out meanwhile. A new era would let everyone begin again who is in
      // this one.
      if (this.isSame(state)) return "same"
      const placeText = state.properties?.place ?? ""
      const place = readPlace(placeText)
      // Only another run can be of a server with another system identifier, which not every
      // transaction can read.
      if (!isAtPlace(place, state) || state.started !== this.#placedOn) return "moved"
      if (state.properties?.copy !== undefined) return "copy"
      const { lineage } = place
      const seen = this.#lineage
      const isKnown = seen?.every((name) => lineage.includes(name)) === true
      const isRestored = lineage.some((name) => seen?.includes(name) === false && !isPlannedName(name))
      // Another replica has dealt with a restore: whatever is missing here is counted by it.
      if (seen === undefined || (isKnown && isRestored)) this.#forget()
      else if (!isKnown || !(await this.#seen.areIn(frozen))) return { forked: lineage }
      this.#lineage = lineage
      this.#place = place
      this.#placeText = placeText
      this.#started = state.started
      this.era = { lineage: lineage.join() }
      return "same"
    })
  }

  #forget(): void {
    this.#lineage = undefined
    this.#seen.clear()
    this.#started = ""
    this.era = { lineage: "" }
  }
}
