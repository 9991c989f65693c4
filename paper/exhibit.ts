// One figure, table or statement of the paper: how to produce, judge and draw it.

import type { ChartSpec } from "@armistice/lab"
import type { Judgement } from "./judging/judgement.ts"
import type { Laboratory, OnShare } from "./laboratory.ts"

/** One figure, table or statement of the paper. */
export interface Exhibit<Results = unknown> {
  /** Names its files; stable. */
  readonly id: string
  readonly title: string
  /** The exhibit's claim, in one plain sentence. */
  readonly claim: string
  /** Where in the paper it is, or that it is ours. */
  readonly source: string
  /** The paper's own caption or statement; left out where there is none. */
  readonly caption?: string
  /** The choices where the paper leaves something open, each in a sentence. */
  readonly choices: readonly string[]
  simulate(laboratory: Laboratory, onShare: OnShare): Promise<Results>
  check(results: Results): Judgement[]
  /** Charts by the ending of their file name; "" for the first. */
  charts(results: Results): readonly NamedChart[]
  /** The numbers behind the charts, as rows of cells with a heading row. */
  table(results: Results): readonly (readonly string[])[]
}

/** A chart of an exhibit. */
export interface NamedChart {
  readonly name: string
  readonly chart: ChartSpec
}

/** The list of exhibits knows nothing of their results. */
export function exhibit<Results>(definition: Exhibit<Results>): Exhibit {
  return definition as Exhibit
}

/** The charts of an exhibit that has one. */
export const onlyChart = (chart: ChartSpec): NamedChart[] => [{ name: "", chart }]
