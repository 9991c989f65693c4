// What must be said beside a comparison at equal privacy: which algorithms are charged more than they lose. One sentence for each line.

import { listOvercharged } from "@armistice/lab"

/** Lines to add, each after an empty one. */
export const formatCharged = (compared: readonly { readonly algorithm: string }[]): string[] =>
  listOvercharged(compared).flatMap((sentence) => ["", sentence])
