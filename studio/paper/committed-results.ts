// The committed results of the paper's exhibits. Judgements are part of the page; results are
// fetched when shown.

import { committedJudgements } from "virtual:paper"
import type { Reproduced } from "@armistice/paper"

// The URL of each result file; the build copies the files.
const files = import.meta.glob<string>("../../paper/results/*.json", { query: "?url", import: "default", eager: true })

export type Judged = Omit<Reproduced, "results">

export const findJudged = (id: string): Judged | null => committedJudgements.find((judged) => judged.id === id) ?? null

export async function loadResults(id: string): Promise<Reproduced> {
  const file = files[`../../paper/results/${id}.json`]
  if (file === undefined) throw new Error(`there must be committed results of ${id}`)
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`the results of ${id} did not load (status ${answer.status})`)
  return (await answer.json()) as Reproduced
}
