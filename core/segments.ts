// One experiment split by a public attribute (country, device, ward): each segment learns by
// itself, with a bandit of its own. A reward is in one segment only, so losses do not add (parallel
// composition): the whole has the guarantee of one bandit.

import { Bandit, type BanditOptions, type RestoreOptions } from "./bandit.ts"
import type { BanditSnapshot } from "./bandit-snapshot.ts"
import { ArmisticeError, checkNames } from "./errors.ts"
import { checkFormatVersion, formatVersion } from "./format-version.ts"
import type { Guarantee } from "./privacy/guarantee.ts"
import type { SecureRandom, SeededRandom } from "./random/random.ts"

/** The options of a segmented bandit. */
export interface SegmentedOptions extends BanditOptions {
  /**
   * Names of the segments. The attribute must be public, must be known before the decision, and
   * must not be chosen by looking at rewards: otherwise which segment a reward is in would itself
   * tell something.
   */
  readonly segments: readonly string[]
}

/** A segmented bandit as JSON, which applications store: a change needs a new `formatVersion`. */
export interface SegmentedSnapshot {
  readonly formatVersion: number
  readonly segments: readonly { readonly name: string; readonly bandit: BanditSnapshot }[]
}

/**
 * One bandit for each segment, all with one guarantee.
 *
 * @example
 * const bandit = new SegmentedBandit({
 *   segments: ["phone", "desk"],
 *   arms: ["blue", "green"],
 *   algorithm: "gdp-imed",
 *   parameters: { eta: 1 },
 * })
 * const arm = bandit.select("phone")
 * bandit.update("phone", arm, 0)
 */
export class SegmentedBandit {
  readonly #bandits = new Map<string, Bandit>()

  constructor({ segments, random, ...options }: SegmentedOptions) {
    checkSegmentNames(segments)
    for (const [index, name] of segments.entries()) this.#bandits.set(name, createBandit(options, random, index))
  }

  get segments(): readonly string[] {
    return [...this.#bandits.keys()]
  }

  /** The bandit of one segment: choose, learn and read what it has spent there. */
  in(segment: string): Bandit {
    const bandit = this.#bandits.get(segment)
    if (bandit !== undefined) return bandit
    throw new ArmisticeError(
      "invalid_parameter",
      `segment must be one of ${this.segments.join(", ")}, got ${JSON.stringify(segment)}`,
    )
  }

  select(segment: string, options: { readonly exclude?: readonly string[] } = {}): string {
    return this.in(segment).select(options)
  }

  update(segment: string, arm: string, reward: number): void {
    this.in(segment).update(arm, reward)
  }

  /** The promise for each reward, whichever segment it is in: that of one bandit. */
  guarantee(): Guarantee {
    const [first] = this.#bandits.values()
    return (first as Bandit).guarantee()
  }

  /** The largest counter of the segments, which bounds every loss; null: nothing is promised. */
  spent(): { readonly eta: number; readonly limit: number } | null {
    let most: { readonly eta: number; readonly limit: number } | null = null
    for (const bandit of this.#bandits.values()) {
      const spent = bandit.spent()
      if (spent !== null && (most === null || spent.eta > most.eta)) most = spent
    }
    return most
  }

  toJSON(): SegmentedSnapshot {
    return {
      formatVersion,
      segments: [...this.#bandits].map(([name, bandit]) => ({ name, bandit: bandit.toJSON() })),
    }
  }

  /** Goes on where `toJSON` stood; `copy` drops what is not released, as in `Bandit.fromJSON`. */
  static fromJSON(json: unknown, options: RestoreOptions = {}): SegmentedBandit {
    const stored = checkSnapshot(json)
    const bandits = stored.map(({ name, bandit }) => [name, Bandit.fromJSON(bandit, options)] as const)
    const [first] = stored
    const { arms, parameters } = first.bandit
    const named = { algorithm: first.bandit.algorithm, parameters }
    const own = options.algorithm === undefined ? named : { algorithm: options.algorithm }
    const restored = new SegmentedBandit({ segments: stored.map(({ name }) => name), arms, ...own })
    for (const [name, bandit] of bandits) restored.#bandits.set(name, bandit)
    return restored
  }
}

/** Each seeded segment has a stream of its own, which no other segment moves. */
function createBandit(options: BanditOptions, random: SecureRandom | SeededRandom | undefined, index: number): Bandit {
  if (random === undefined) return new Bandit(options)
  return new Bandit({ ...options, random: random.kind === "seeded" ? random.fork(index) : random })
}

function checkSegmentNames(segments: readonly string[]): void {
  if (!Array.isArray(segments) || segments.length === 0)
    throw new ArmisticeError("invalid_parameter", "segments must be a list of at least one name, got none")
  checkNames("segment", segments, "invalid_parameter")
}

function checkSnapshot(json: unknown): SegmentedSnapshot["segments"] {
  const snapshot = json as Partial<SegmentedSnapshot> | null
  if (typeof snapshot !== "object" || snapshot === null)
    throw new ArmisticeError(
      "invalid_state",
      `a snapshot of segments must be an object, got ${JSON.stringify(json)?.slice(0, 40)}`,
    )
  checkFormatVersion("the snapshot of segments", snapshot.formatVersion)
  const { segments } = snapshot
  if (!Array.isArray(segments) || segments.length === 0)
    throw new ArmisticeError("invalid_state", "a snapshot of segments must have at least one, got none")
  const [first] = segments as SegmentedSnapshot["segments"]
  const settings = formatSettings(first.bandit)
  for (const { name, bandit } of segments as SegmentedSnapshot["segments"])
    if (formatSettings(bandit) !== settings)
      throw new ArmisticeError(
        "invalid_state",
        `all segments must have the algorithm and parameters of the first, ${settings}, got ${formatSettings(bandit)} in ${JSON.stringify(name)}`,
      )
  return segments as SegmentedSnapshot["segments"]
}

/** The guarantee's parameters must be the same in all segments; arms may come and go in each. */
const formatSettings = (bandit: Partial<BanditSnapshot> | undefined): string =>
  JSON.stringify([bandit?.algorithm, bandit?.parameters])
