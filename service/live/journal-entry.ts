// An entry of an experiment's journal: everything that happens to it, in one order.

import type { JournalDecision, JournalMetric, JournalObservation } from "../store/journal-columns.ts"
import type { AcceptanceRow, ArmChangeRow, DiscardRow, Slot } from "../store/rows.ts"

export type JournalEntry =
  | { readonly kind: "discard"; readonly row: DiscardRow }
  | { readonly kind: "acceptance"; readonly row: AcceptanceRow }
  | { readonly kind: "armChange"; readonly row: ArmChangeRow }
  | { readonly kind: "decision"; readonly row: JournalDecision }
  | { readonly kind: "observation"; readonly row: JournalObservation & Slot }
  | { readonly kind: "metric"; readonly row: JournalMetric & Slot }
