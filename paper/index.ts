// The paper, for programs and pages: its exhibits and errata. What needs Node (files, report) is in @armistice/paper/node.

export { claimRows, measuredText } from "./claims-text.ts"
export { type Broken, brokenClaims, type Reproduced } from "./committed.ts"
export { type Erratum, errata } from "./errata.ts"
export type { Exhibit, NamedChart } from "./exhibit.ts"
export { exhibits, findExhibits } from "./exhibits.ts"
export type { Estimate, Interval } from "./interval.ts"
export type { Judgement, Verdict } from "./judgement.ts"
export { Laboratory, type OnShare, type Simulate } from "./laboratory.ts"
export type { Measurement } from "./measurement.ts"
