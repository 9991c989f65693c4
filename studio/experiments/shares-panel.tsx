// Which share of people was given each arm, over time.

import type { ChartSpec } from "@armistice/lab"
import { useEffect, useMemo, useState } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { type Mark, markOf, recordedMarks, withMark } from "./share-history.ts"
import type { Detail } from "./use-experiment.ts"

interface Props {
  readonly id: string
  readonly detail: Detail
}

export function SharesPanel({ id, detail }: Props) {
  const [marks, setMarks] = useState<readonly Mark[]>([])
  useEffect(() => {
    let isOver = false
    void recordedMarks(id, detail, markOf(detail).round)
      .catch(() => [])
      .then((found) => {
        if (!isOver) setMarks((now) => now.reduce<readonly Mark[]>((all, mark) => withMark(all, mark), found))
      })
    return () => {
      isOver = true
    }
    // The record is read once; what follows comes with the page's own looks.
  }, [id])
  const mark = markOf(detail)
  useEffect(() => {
    if (mark.round > 0) setMarks((now) => (now.at(-1)?.round === mark.round ? now : withMark(now, mark)))
  }, [mark.round])
  const spec = useMemo(() => (marks.length < 2 ? null : sharesChart(marks, detail.arms)), [marks, detail.arms])
  return (
    <section class="panel" aria-labelledby="shares">
      <h2 id="shares">Who is given what</h2>
      {spec === null ? (
        <p>Nobody has come yet. Ask for a decision, and the shares appear here.</p>
      ) : (
        <Chart spec={spec} />
      )}
      <ul class="facts">
        {detail.arms.map((arm) => (
          <li key={arm}>
            <span class="hint">{arm}</span>{" "}
            <strong class="number">{(mark.counts[arm] ?? 0).toLocaleString("en-US")}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fewer people than this say nothing about shares. */
const fewest = 20

/** Shares over the last fifth of the rounds at each point: what it does now rather than what it did at first. */
function sharesChart(marks: readonly Mark[], arms: readonly string[]): ChartSpec {
  // No more points than one sees.
  const spacing = Math.max(10, (marks.at(-1)?.round ?? 0) / 80)
  let last = fewest - spacing
  const later = marks.filter(({ round }, index) => {
    const isKept = round >= last + spacing || index === marks.length - 1
    if (isKept) last = round
    return isKept
  })
  const points = (arm: string) =>
    later.map((mark) => {
      const before = marks.findLast(({ round }) => round <= Math.min(0.8 * mark.round, mark.round - fewest))
      const from = before?.round ?? 0
      return { x: mark.round, y: ((mark.counts[arm] ?? 0) - (before?.counts[arm] ?? 0)) / (mark.round - from) }
    })
  return {
    title: "Share of people given each arm",
    caption:
      "At each point, over the last fifth of the people so far, twenty at least. The choices are public; the answers behind them are not.",
    x: { label: "people so far", scale: "linear", from: 0 },
    y: { label: "share", scale: "linear", from: 0, to: 1 },
    series: arms.map((arm) => ({ name: arm, points: points(arm), markers: "some" })),
  }
}
