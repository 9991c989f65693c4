// The name, description and labels of an experiment. They are not part of its definition and may
// change at any time.

import type { Experiment } from "./experiment.ts"
import { checkDifferent, checkTexts } from "./text.ts"

export interface Metadata {
  readonly name: string
  readonly description: string
  readonly labels: readonly string[]
}

export function initialMetadata(request: Partial<Metadata> & { name: string }): Metadata {
  const { name, description = "", labels = [] } = request
  return { name, description, labels }
}

export function checkMetadata({ name = "", description = "", labels = [] }: Partial<Metadata>): void {
  checkTexts("name, description and labels", [name, description, ...labels])
  checkDifferent("labels must be different", labels)
}

/** The text that a search looks into, in lower case: the metadata, the arms and the id. */
export const textToSearch = ({ arms, id }: Pick<Experiment, "arms" | "id">, metadata: Metadata): string =>
  folded([metadata.name, metadata.description, ...metadata.labels, ...arms, id].join("\n"))

/** Labels as they are stored: one a line, so that SQL can look for one. */
export const labelLines = (labels: readonly string[]): string => (labels.length === 0 ? "" : `\n${labels.join("\n")}\n`)

export const parseLabels = (lines: string): string[] => lines.split("\n").filter((label) => label !== "")

export const folded = (text: string): string => text.toLowerCase()
