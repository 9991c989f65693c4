// The cost of waiting with secret arrivals: answers lost by the length of the window.

import { niceStep } from "@armistice/charts"
import { createLinearAxis, logAxis, steps } from "../charts/axis.ts"
import { linePath, Plot } from "../charts/plot.tsx"
import { formatNumber, formatRounded } from "../text/numbers.ts"
import { formatSpan } from "../text/times.ts"
import { planAnswerCost } from "./delivery.ts"
import type { Forecast } from "./use-forecast.ts"

/** Fewer points make no line. */
const fewestPoints = 3

export function WaitCost({ forecast }: { readonly forecast: Forecast | null }) {
  if (forecast === null || forecast.lostByWindow.length < fewestPoints) return null
  const { settings, lostByWindow, lost, lostAtProposed } = forecast
  const planned = { seconds: settings.windowSeconds, lost }
  const proposed = planAnswerCost(settings)?.proposedSeconds ?? null
  const points = [...lostByWindow.filter(({ seconds }) => seconds !== planned.seconds), planned].sort(
    (one, other) => one.seconds - other.seconds,
  )
  const [first, last] = [points[0] ?? planned, points.at(-1) ?? planned]
  const x = logAxis(first.seconds, last.seconds)
  const y = createLinearAxis(0, 3 * niceStep(Math.max(...points.map((point) => point.lost)) / 3, steps), 3)
  const people = formatNumber(settings.people * settings.groupCount)
  const describePoint = (point: { readonly seconds: number; readonly lost: number }) =>
    `${formatRounded(point.lost)} with ${formatSpan(point.seconds)}`
  const place = x.at(planned.seconds)
  return (
    <div class="wait-cost">
      <h3>What the wait costs</h3>
      <p class="hint">
        Answers lost in {people}. Too short misses late ones; too long delays all learning.
        {proposed !== null &&
          lostAtProposed !== null &&
          ` With ${formatSpan(proposed)}: about ${formatRounded(lostAtProposed)}.`}
      </p>
      <Plot
        label={`Answers lost by length of the window: ${points.map(describePoint).join(", ")}; planned is ${formatSpan(planned.seconds)}.`}
        size="low"
        y={y.ticks.map((tick) => ({ at: y.at(tick), text: formatNumber(tick) }))}
        x={[
          { at: 0, text: formatSpan(first.seconds) },
          { at: 100, text: formatSpan(last.seconds) },
        ]}
        over={
          <>
            <circle class="interval-dot lead" cx={`${place}%`} cy={`${100 - y.at(lost)}%`} r="6" />
            <text
              class="plot-label lead"
              x={`${place}%`}
              y={`${100 - y.at(lost)}%`}
              dy="-12"
              dx={place > 60 ? 8 : -8}
              text-anchor={place > 60 ? "end" : "start"}
            >
              {formatSpan(planned.seconds)}: {formatRounded(lost)}
            </text>
          </>
        }
      >
        <path class="line-next" d={linePath(points.map((point) => [x.at(point.seconds), y.at(point.lost)] as const))} />
      </Plot>
    </div>
  )
}
