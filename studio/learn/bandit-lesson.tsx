// Lesson 1: a bandit to play by hand, then three ways of playing it, simulated.

import { regretOverTimeChart } from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { useComparison } from "../simulation/use-comparison.ts"
import { BanditGame } from "./bandit-game.tsx"
import { NotSimulated } from "./not-simulated.tsx"

const spec = {
  algorithms: [{ algorithm: "uniform" }, { algorithm: "ucb1" }, { algorithm: "ts-beta" }],
  environment: { kind: "bernoulli", means: [0.6, 0.45, 0.3] },
  horizon: 1000,
  seed: 1,
} as const

const names = ["even split", "UCB1", "Thompson sampling"]

export function BanditLesson() {
  const { results, failure } = useComparison(spec, 200)
  const chart = useMemo(() => {
    if (results.length === 0) return null
    const drawn = regretOverTimeChart(results, { band: "mean", scale: "linear" })
    return {
      ...drawn,
      // Over plain rounds: what is lost in every round alike is a straight line.
      x: { label: "round", scale: "linear", from: 0 } as const,
      series: drawn.series.map((series, index) => ({ ...series, name: names[index] ?? series.name })),
    }
  }, [results])
  return (
    <>
      <div class="prose">
        <p>
          You have three options: three headlines, three reminders, three treatments. Each works for some share of
          people, and you do not know which share. One person comes at a time; you pick an option and see whether it
          worked.
        </p>
        <p>
          A fixed test splits people evenly to the end. A <strong>bandit</strong> shifts towards what works while it is
          still finding out. It must do both: try, and use. Try it yourself.
        </p>
      </div>
      <BanditGame />
      <div class="prose">
        <p>
          What you lose against always picking the best is called <strong>regret</strong>: answers lost. Below, the even
          split loses the same amount with every person, for ever. The two bandits stop losing once they know.
        </p>
      </div>
      <section class="card">
        {failure !== null && <NotSimulated />}
        <Chart spec={chart} />
      </section>
      <div class="prose">
        <p>
          The catch: what a bandit picks next depends on what people answered. Anyone who watches the choices may learn
          something about the answers. How much is the subject of the next page.
        </p>
      </div>
    </>
  )
}
