// @armistice/core/ledger: what an entry of a public ledger is, the texts its chain is hashed over,
// and the check of a whole ledger.

export { createArmEntry, isArmChange } from "./arm-entry.ts"
export { canonicalJson } from "./canonical-json.ts"
export {
  type ArmCause,
  type ArmChange,
  formatEntry,
  formatStart,
  ledgerFormatVersion,
  type MetricLimit,
  type PublicLedgerEntry,
  pickResidualFields,
  readRelease,
} from "./ledger-entry.ts"
export { createPurgeEntry, isPurge } from "./purge-entry.ts"
export { createRipeEntry, isRipe } from "./ripe-entry.ts"
export { type LedgerVerdict, type PublicLedger, verifyLedger } from "./verify-ledger.ts"
