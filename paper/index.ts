// The paper, for programs and pages: its exhibits and errata. What needs Node (files, report) is in @armistice/paper/node.

export { brokenClaims, type Reproduced } from "./committed.ts"
export { errata } from "./errata.ts"
export type { Exhibit } from "./exhibit.ts"
export { exhibits, findExhibits } from "./exhibits.ts"
export type { Judgement, Verdict } from "./judgement.ts"
export { Laboratory } from "./laboratory.ts"
export { measuredText } from "./number-text.ts"
