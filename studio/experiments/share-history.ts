// How decisions were shared among the arms over time: from the public record once, then from what is read while one watches.

import { keyNow } from "./connection.ts"
import type { Detail } from "./use-experiment.ts"

/** Decisions by arm after so many rounds. */
export interface Mark {
  readonly round: number
  readonly counts: Readonly<Record<string, number>>
}

/** Longer records would take longer than they tell. */
const longestRecord = 100_000
const marksKept = 200

export function markOf({ progress }: Detail): Mark {
  const counts: Record<string, number> = {}
  let round = 0
  for (const part of progress) {
    round += part.round
    for (const [arm, count] of Object.entries(part.decisions)) counts[arm] = (counts[arm] ?? 0) + count
  }
  return { round, counts }
}

export async function recordedMarks(id: string, { arms }: Detail, rounds: number): Promise<Mark[]> {
  if (rounds === 0 || rounds > longestRecord) return []
  const key = keyNow()
  const answer = await fetch(`/v1/experiments/${encodeURIComponent(id)}/export?record=decisions&format=ndjson`, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  })
  if (!answer.ok) return []
  const counts: Record<string, number> = Object.fromEntries(arms.map((arm) => [arm, 0]))
  const every = Math.max(1, Math.floor(rounds / marksKept))
  const marks: Mark[] = []
  let round = 0
  for (const line of (await answer.text()).split("\n")) {
    if (line === "") continue
    const { arm, learned } = JSON.parse(line) as { arm: string; learned: number }
    if (learned !== 1) continue
    round += 1
    counts[arm] = (counts[arm] ?? 0) + 1
    if (round % every === 0) marks.push({ round, counts: { ...counts } })
  }
  return marks
}

/** One more mark, thinned so that a long watch stays drawable. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const earlier = marks.filter(({ round }) => round < mark.round)
  const kept = earlier.length > 2 * marksKept ? earlier.filter((_, index) => index % 2 === 0) : earlier
  return [...kept, mark]
}
