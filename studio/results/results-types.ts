// The service's answers by the names that pages use for them.

import type { ExperimentHandle } from "@armistice/client"

type Read<Call extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

export type Detail = Read<ExperimentHandle["read"]>
export type PrivacyView = Read<ExperimentHandle["privacy"]>
export type Results = Read<ExperimentHandle["results"]>
/** A segment, or everyone in an experiment without segments. */
export type Group = Results["segments"][number]
export type Option = Group["arms"][number]
export type Difference = Group["differences"][number]
export type Measure = Group["metrics"][number]
/** The properties of a component about one group. */
export interface GroupProps {
  readonly group: Group
  readonly results: Results
  readonly detail: Detail
}

/** A group of people in an experiment with context. */
export type ContextGroup = NonNullable<Results["groups"]>[number]
export type Personalisation = NonNullable<Results["personalisation"]>
export type HistoryEntry = Read<ExperimentHandle["resultsHistory"]>["results"][number]
export type ActivityEntry = Read<ExperimentHandle["activity"]>["activity"][number]
