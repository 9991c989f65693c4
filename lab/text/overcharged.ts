// Notes for comparisons at equal privacy: some algorithms are charged more than they lose.

import { catalogue } from "@armistice/core"

/** A sentence for each that is among those compared. */
export const listOvercharged = (compared: readonly { readonly algorithm: string }[]): string[] =>
  [...new Set(compared.map(({ algorithm }) => algorithm))].flatMap(
    (algorithm) => catalogue.find(({ name }) => name === algorithm)?.charged ?? [],
  )

/** " DP-UCB is charged more than it loses.", for captions; the sentence without its reasons. */
export const describeOvercharged = (compared: readonly { readonly algorithm: string }[]): string =>
  listOvercharged(compared)
    .map((sentence) => ` ${sentence.split(":")[0]}.`)
    .join("")
