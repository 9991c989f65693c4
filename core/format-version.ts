// The version of what this library stores. A newer library may change what a field means; older
// code then refuses the data instead of misreading it.

import { ArmisticeError } from "./errors.ts"

/** The version of snapshots that this library writes and reads. */
export const formatVersion = 1

/** Refuses a snapshot of another version. `what` names it in the sentence. */
export function checkFormatVersion(what: string, given: unknown): void {
  if (given === formatVersion) return
  const isNewer = typeof given === "number" && given > formatVersion
  throw new ArmisticeError(
    "state_version",
    isNewer
      ? `${what} has format version ${given}, but this version of Armistice reads up to ${formatVersion}`
      : `${what} must have formatVersion ${formatVersion}, got ${JSON.stringify(given)}`,
  )
}
