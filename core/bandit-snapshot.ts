// Snapshots of bandits, and the checks that one must pass before it is restored.

import type { AlgorithmState } from "./algorithm.ts"
import { createAlgorithm } from "./catalogue.ts"
import type { AlgorithmParts } from "./custom-algorithm.ts"
import { ArmisticeError } from "./errors.ts"
import { checkFormatVersion } from "./format-version.ts"
import type { Parameters } from "./parameters.ts"
import type { SeededState } from "./random/random.ts"

/** A bandit as JSON. Applications store it: a changed field needs the next `formatVersion`. */
export interface BanditSnapshot {
  readonly formatVersion: number
  readonly algorithm: string
  /** The version of the algorithm's rule; null for an algorithm given as an object. */
  readonly ruleVersion: number | null
  readonly parameters: Parameters
  readonly arms: readonly string[]
  readonly retired: readonly string[]
  readonly state: AlgorithmState
  readonly spent: unknown
  /** Where a seeded generator stands; null for secure noise, which has no position to keep. */
  readonly random: SeededState | null
}

/** Refuses what is no snapshot, or one of another version or algorithm. */
export function checkSnapshot(json: unknown, own: AlgorithmParts | undefined): BanditSnapshot {
  const snapshot = json as Partial<BanditSnapshot> | null
  if (typeof snapshot !== "object" || snapshot === null)
    throw new ArmisticeError(
      "invalid_state",
      `a snapshot must be an object, got ${json === null ? "null" : typeof json}`,
    )
  checkFormatVersion("the snapshot", snapshot.formatVersion)
  if (own === undefined) createAlgorithm(snapshot.algorithm as string, snapshot.parameters, snapshot.ruleVersion ?? 0)
  else if (own.name !== snapshot.algorithm || JSON.stringify(own.parameters) !== JSON.stringify(snapshot.parameters))
    throw new ArmisticeError(
      "invalid_state",
      `the snapshot belongs to algorithm ${JSON.stringify(snapshot.algorithm)}, not to ${own.name} with the parameters given`,
    )
  if (!Array.isArray(snapshot.retired) || typeof snapshot.state !== "object" || snapshot.state === null)
    throw new ArmisticeError("invalid_state", "the snapshot lacks a state or a list of retired arms")
  return snapshot as BanditSnapshot
}

/** Stored state must have a fresh one's fields, types and arms, and only finite numbers. */
export function checkShape(fresh: AlgorithmState, stored: AlgorithmState): void {
  for (const [name, value] of Object.entries(fresh)) {
    const kept = (stored as unknown as Record<string, unknown>)[name]
    if (value !== null && kept !== null && describeKind(value) !== describeKind(kept))
      throw new ArmisticeError(
        "invalid_state",
        `state.${name} must be a ${describeKind(value)}, got a ${describeKind(kept)}`,
      )
  }
  if (stored.decided.length !== fresh.decided.length)
    throw new ArmisticeError(
      "invalid_state",
      `state must have ${fresh.decided.length} arms, got ${stored.decided.length}`,
    )
  checkFinite(stored, "state")
}

const describeKind = (value: unknown): string =>
  Array.isArray(value) ? "list" : value === null ? "null" : typeof value

function checkFinite(value: unknown, path: string): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new ArmisticeError("invalid_state", `${path} must be a finite number, got ${value}`)
  if (typeof value !== "object" || value === null) return
  for (const [name, inner] of Object.entries(value)) checkFinite(inner, `${path}.${name}`)
}
