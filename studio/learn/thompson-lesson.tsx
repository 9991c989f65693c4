// Lesson 3: one noisy choice hides one answer well; many choices from the same answers hide it less and less.

import { shortNumber } from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { oneTwoFive } from "../controls/scales.ts"
import { Slider } from "../controls/slider.tsx"
import { useQueryNumber } from "../controls/use-query-number.ts"
import { bellChart } from "./bell-chart.ts"
import { etaByHorizonChart } from "./eta-by-horizon-chart.ts"

const counts = oneTwoFive(1, 1000)

export function ThompsonLesson() {
  const [pulls, setPulls] = useQueryNumber("pulls", 10, 1, 1000)
  const draws = useMemo(
    () =>
      bellChart(`One draw after ${pulls} answers`, "the draw the arm is judged by", [
        { name: "your answer was no", mean: 0.5 - 0.5 / pulls, deviation: Math.sqrt(1 / pulls) },
        { name: "your answer was yes", mean: 0.5 + 0.5 / pulls, deviation: Math.sqrt(1 / pulls) },
      ]),
    [pulls],
  )
  const growth = useMemo(() => etaByHorizonChart(["ts-gaussian"]), [])
  return (
    <>
      <div class="prose">
        <p>
          <strong>Thompson sampling</strong> is the oldest bandit there is. For each option it draws a number around the
          average so far, with noise that shrinks as answers come in, and picks the option with the largest number. The
          noise makes it try things it is not sure about.
        </p>
        <p>
          That noise also hides you. Among n answers yours moves the average by at most 1/n, while the noise is about
          1/√n wide: many times more. From one draw nobody can tell what you said.
        </p>
      </div>
      <section class="card">
        <Slider
          label="Answers so far, n"
          place={counts.indexOf(pulls) < 0 ? 3 : counts.indexOf(pulls)}
          steps={counts.length - 1}
          text={`${shortNumber(pulls)}: one draw has η = ${shortNumber(1 / Math.sqrt(pulls))}`}
          onPlace={(place) => setPulls(counts[place] as number)}
        />
        <Chart spec={draws} />
      </section>
      <div class="prose">
        <p>
          But it draws again in every round, from the same answers. Every draw is one more look, and looks add up: after
          T rounds all that can be promised is η = √(T/2). Privacy for a hundred people, none for a million.
        </p>
      </div>
      <section class="card">
        <Chart spec={growth} />
      </section>
    </>
  )
}
