// What a comparison at equal privacy owes to algorithms whose promise is far above their loss: the sentence of their entry.

import { catalogue } from "@armistice/core"

/** Lines to add, each after an empty one. */
export const chargedMore = (compared: readonly { readonly algorithm: string }[]): string[] =>
  [...new Set(compared.map(({ algorithm }) => algorithm))].flatMap((algorithm) => {
    const charged = catalogue.find(({ name }) => name === algorithm)?.charged
    return charged === undefined ? [] : ["", charged]
  })
