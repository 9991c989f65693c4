// What people call an experiment: its name, a description and labels. None of it is promised to anyone, so it is outside of the frozen
// definition and may be changed at any time.

import type { Experiment } from "./experiment.ts"
import { checkDifferent, checkTexts } from "./text.ts"

export interface Metadata {
  readonly name: string
  readonly description: string
  readonly labels: readonly string[]
}

/** Those that an experiment is created with. */
export const initialMetadata = ({
  name,
  description = "",
  labels = [],
}: Partial<Metadata> & { name: string }): Metadata => ({
  name,
  description,
  labels,
})

export function checkMetadata({ name = "", description = "", labels = [] }: Partial<Metadata>): void {
  checkTexts("name, description and labels", [name, description, ...labels])
  checkDifferent("labels must be different", labels)
}

/** What a search looks into, with case folded: the metadata, the arms and the id. */
export const textToSearch = ({ arms, id }: Pick<Experiment, "arms" | "id">, metadata: Metadata): string =>
  folded([metadata.name, metadata.description, ...metadata.labels, ...arms, id].join("\n"))

/** Labels as they are stored: each in a line of its own, so that one can be looked for. They have no control characters. */
export const labelLines = (labels: readonly string[]): string => (labels.length === 0 ? "" : `\n${labels.join("\n")}\n`)

export const labelsIn = (lines: string): string[] => lines.split("\n").filter((label) => label !== "")

export const folded = (text: string): string => text.toLowerCase()
