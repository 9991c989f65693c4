// @armistice/core/ledger: what an entry of a public ledger is, the texts its chain is hashed over, and the check of a whole ledger.

export { armEntry, isArmChange } from "./arm-entry.ts"
export { canonicalJson } from "./canonical-json.ts"
export {
  type ArmCause,
  type ArmChange,
  entryText,
  ledgerFormatVersion,
  type MetricLimit,
  type PublicLedgerEntry,
  readRelease,
  residualFields,
  startText,
} from "./ledger-entry.ts"
export { isPurge, purgeEntry } from "./purge-entry.ts"
export { isRipe, ripeEntry } from "./ripe-entry.ts"
export { type LedgerVerdict, type PublicLedger, verifyLedger } from "./verify-ledger.ts"
