// What the service says about an experiment, by the names that pages use for it.

import type { ExperimentHandle } from "@armistice/client"

type Read<Call extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

export type Detail = Read<ExperimentHandle["read"]>
export type PrivacyView = Read<ExperimentHandle["privacy"]>
export type Results = Read<ExperimentHandle["results"]>
/** A group, or all people where there are none. */
export type Group = Results["segments"][number]
export type Option = Group["arms"][number]
export type Difference = Group["differences"][number]
export type Measure = Group["metrics"][number]
export type HistoryEntry = Read<ExperimentHandle["resultsHistory"]>["results"][number]
export type ActivityEntry = Read<ExperimentHandle["activity"]>["activity"][number]
