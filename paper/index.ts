// The paper's exhibits and errata. Parts that need Node are in @armistice/paper/node.

export { errata } from "./errata.ts"
export type { Exhibit } from "./exhibit.ts"
export { exhibits, findExhibits } from "./exhibits.ts"
export { findBrokenClaims, type Reproduced } from "./judging/committed.ts"
export { formatMeasured } from "./judging/format-number.ts"
export type { Judgement, Verdict } from "./judging/judgement.ts"
export { Laboratory } from "./laboratory.ts"
