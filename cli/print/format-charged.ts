// Beside a comparison at equal privacy: which algorithms are charged more privacy loss than they
// have.

import { listOvercharged } from "@armistice/lab"

/** Lines to add, each after an empty one. */
export const formatCharged = (compared: readonly { readonly algorithm: string }[]): string[] =>
  listOvercharged(compared).flatMap((sentence) => ["", sentence])
