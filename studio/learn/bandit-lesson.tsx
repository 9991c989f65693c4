// Lesson 1: a bandit to play by hand, then three ways of playing it, simulated.

import type { SimulationResult } from "@armistice/lab"
import { createLinearAxis } from "../charts/axis.ts"
import { linePath, Plot } from "../charts/plot.tsx"
import { useComparison } from "../simulation/use-comparison.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { BanditGame } from "./bandit-game.tsx"
import { NotSimulated } from "./not-simulated.tsx"

const spec = {
  // In the order of `ways`.
  algorithms: [{ algorithm: "uniform" }, { algorithm: "ucb1" }, { algorithm: "ts-beta" }],
  environment: { kind: "bernoulli", means: [0.6, 0.45, 0.3] },
  horizon: 1000,
  seed: 1,
} as const

const ways = [
  { name: "even split", line: "line-other", label: "quiet", short: "even split" },
  { name: "UCB1", line: "line-next", label: "", short: "UCB1" },
  { name: "Thompson sampling", line: "line-lead", label: "lead", short: "Thompson" },
] as const

export function BanditLesson() {
  const { results, failure } = useComparison(spec, 200)
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
        <h2>What three ways of choosing lose</h2>
        {results.length < ways.length ? <p class="sub">Simulating …</p> : <LossPlot results={results} />}
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

/** On a linear axis of people, on which a constant loss is a straight line. */
function LossPlot({ results }: { readonly results: readonly SimulationResult[] }) {
  const x = createLinearAxis(0, spec.horizon)
  const y = createLinearAxis(0, 1.05 * Math.max(...results.map(({ regret }) => regret.mean)))
  const lost = results.map(({ regret }) => formatWhole(regret.mean))
  return (
    <>
      <Plot
        label={`Answers lost among ${spec.horizon} people: ${ways.map(({ name }, way) => `${name} ${lost[way]}`).join(", ")}.`}
        size="low"
        y={y.ticks.map((tick) => ({ at: y.at(tick), text: String(tick) }))}
        x={[
          { at: 0, text: "first person" },
          { at: 100, text: `${formatNumber(spec.horizon)}th` },
        ]}
        ends={results.map(({ regret }, way) => ({
          at: y.at(regret.mean),
          text: `${ways[way]?.short} ${lost[way]}`,
          class: ways[way]?.label ?? "",
        }))}
      >
        {results.map(({ algorithm, curve }, way) => (
          <path
            key={algorithm}
            class={ways[way]?.line}
            d={linePath(curve.rounds.map((round, at) => [x.at(round), y.at(curve.mean[at] as number)] as const))}
          />
        ))}
      </Plot>
      <p class="caption">
        Up: answers lost. Options that work for{" "}
        {spec.environment.means.map((mean) => Math.round(100 * mean)).join(", ")} in 100, simulated{" "}
        {results[0]?.finished} times. Lower and flatter is better.
      </p>
    </>
  )
}
