// The ledger entry of the library: what a public entry is, the texts its chain is hashed over, and the check of a whole ledger.

export { canonicalJson } from "./canonical-json.ts"
export { entryText, type PublicLedgerEntry, releaseOf, residualFields, startText } from "./ledger-entry.ts"
export { type LedgerVerdict, type PublicLedger, verifyLedger } from "./verify-ledger.ts"
