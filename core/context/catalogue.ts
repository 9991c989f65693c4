// The algorithms that need a context. Importing this file makes them known by name; a page without
// context need not load them.

import type { AlgorithmEntry } from "../algorithm-entry.ts"
import { gdpContext } from "../algorithms/gdp-context.ts"
import { linTs } from "../algorithms/lin-ts.ts"
import { linUcb } from "../algorithms/lin-ucb.ts"
import { shariffSheffet } from "../algorithms/shariff-sheffet.ts"
import { registerAlgorithms } from "../catalogue.ts"

/**
 * Algorithms whose decisions need the context of a person, in the order in which lists show them.
 */
export const contextCatalogue: readonly AlgorithmEntry[] = [gdpContext, linUcb, linTs, shariffSheffet]

registerAlgorithms(contextCatalogue)
