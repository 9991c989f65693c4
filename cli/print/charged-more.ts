// The sentences that a comparison at equal privacy owes, as lines.

import { chargedMore } from "@armistice/lab"

/** Lines to add, each after an empty one. */
export const chargedLines = (compared: readonly { readonly algorithm: string }[]): string[] =>
  chargedMore(compared).flatMap((sentence) => ["", sentence])
