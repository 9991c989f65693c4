// The sum of a line of residual releases that has every reward once: Z_m + Σ (1 - d_k) Z_k over
// earlier releases, where d_k is what was carried on from release k. So 1 - d_k of the noise of
// release k stays, and all of the last noise is still there. A reward has a weight: 1 in GDP-IMED,
// and in a cell of gdp-context what its batch gave to cells.

import type { EndedLine, ReleasedSum, SumPart } from "./released-sum.ts"

/** Rewards of one batch, and the weight that each has in the sum. */
export interface WeighedRewards {
  readonly count: number
  readonly weight: number
}

/** One release of a line. */
export interface JoinedRelease {
  /** Batches that joined since the release before it, with at least one reward. */
  readonly joined: readonly WeighedRewards[]
  /** Deviation of its noise. */
  readonly deviation: number
  /** The share of the released sum that is carried on, in [0, 1). */
  readonly carried: number
  /** Releases with the same line share rewards. */
  readonly line: number | undefined
}

/** The sum of these releases, whose value is known. */
export function sumResidualReleases(value: number, releases: readonly JoinedRelease[]): ReleasedSum {
  const last = releases.at(-1)
  if (last === undefined) return { value: 0, parts: [], kind: "running", look: 0 }
  const parts = releases.flatMap((release, index): SumPart[] => {
    const next = releases[index + 1]
    const kept = next?.line === release.line ? release.carried : 0
    const stays = next === undefined ? 0 : (1 - kept) * release.deviation
    return release.joined.map(({ count, weight }, place) => ({
      count,
      weight,
      noise: "gaussian",
      scale: place === 0 ? stays / weight : 0,
    }))
  })
  const ended = listEndedLines(releases)
  return {
    value,
    parts,
    ...(ended.length === 0 ? {} : { ended }),
    kind: "running",
    look: releases.length,
    joined: countJoined(last),
    passing: last.deviation,
    passes: last.carried,
    first: { count: countJoined(releases[0]), scale: releases[0].deviation },
  }
}

const countJoined = ({ joined }: JoinedRelease): number => joined.reduce((total, { count }) => total + count, 0)

function listEndedLines(releases: readonly JoinedRelease[]): EndedLine[] {
  const ended: EndedLine[] = []
  let count = 0
  for (const [index, release] of releases.entries()) {
    const joined = countJoined(release)
    count += joined
    const next = releases[index + 1]
    if (next === undefined || next.line === release.line) continue
    ended.push({ count, joined, deviation: release.deviation, passes: release.carried })
  }
  return ended
}
