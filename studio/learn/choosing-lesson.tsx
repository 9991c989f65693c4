// Lesson 5: what values of eta mean for one person, and what they cost.

import { attackSuccess, epsilonOf } from "@armistice/core"
import { comparisonChart, shortNumber } from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { logScale } from "../controls/scales.ts"
import { Slider } from "../controls/slider.tsx"
import { useQueryNumber } from "../controls/use-query-number.ts"
import { Link } from "../layout/link.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { useComparison } from "../simulation/use-comparison.ts"
import { percent } from "../text/numbers.ts"

const scale = logScale(0.05, 10, 100)
const rows = [
  { eta: 0.1, words: "hardly anything can be learned" },
  { eta: 0.5, words: "strong: for health, money, opinions" },
  { eta: 1, words: "good: a careful default" },
  { eta: 2, words: "moderate: a guess is often right" },
  { eta: 5, words: "weak: mostly a gesture" },
]

export function ChoosingLesson() {
  const [eta, setEta] = useQueryNumber("eta", 1, 0.05, 10)
  const { results, unable } = useComparison(
    {
      algorithms: ["gdp-imed", "gdp-ts"].map((algorithm) => ({ algorithm })),
      privacy: { eta },
      environment: { kind: "bernoulli", means: [0.12, 0.1, 0.08] },
      horizon: 100_000,
      seed: 1,
    },
    null,
  )
  const chart = useMemo(
    () => (results.length === 0 ? null : comparisonChart({ eta, results, unable }, { scale: "linear" })),
    [results, unable, eta],
  )
  return (
    <>
      <div class="prose">
        <p>
          Start from the person, not from the algorithm: how often may the worst attacker be right about one answer? A
          coin toss is right half the time.
        </p>
      </div>
      <section class="panel">
        <Scroll label="What values of eta mean">
          <table>
            <caption>What values of η mean</caption>
            <thead>
              <tr>
                <th scope="col">η</th>
                <th scope="col" class="right">
                  attacker right
                </th>
                <th scope="col" class="right">
                  ε at δ = 10⁻⁶
                </th>
                <th scope="col">in words</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ eta: value, words }) => (
                <tr key={value}>
                  <th scope="row">{value}</th>
                  <td class="right">{(100 * attackSuccess({ eta: value })).toFixed(1)} %</td>
                  <td class="right">{epsilonOf(value, 1e-6).toPrecision(3)}</td>
                  <td>{words}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
      <div class="prose">
        <p>
          Then look at the price. Below: three headlines clicked by 12, 10 and 8 in a hundred, a hundred thousand
          readers. Regret is in clicks lost. You will find that with a good method the price of η = 1 is small; below
          some point it climbs steeply.
        </p>
      </div>
      <section class="panel">
        <Slider
          label="η"
          place={scale.placeOf(eta)}
          steps={scale.steps}
          text={`${shortNumber(eta)}: attacker right ${percent(attackSuccess({ eta }))}`}
          onPlace={(place) => setEta(scale.valueAt(place))}
        />
        <Chart spec={chart} />
        <p>
          <Link to={`/explorer?means=0.12,0.1,0.08&horizon=100000&eta=${eta}`}>Open this in the explorer</Link>
        </p>
      </section>
      <div class="prose">
        <ul>
          <li>If a person may come back, count their answers: three answers at η = 1 are at most 3.</li>
          <li>Longer experiments cost less privacy per gain: the price hardly grows with the number of people.</li>
          <li>Once chosen, η holds for the whole experiment. It is not a budget that runs out after a while.</li>
        </ul>
      </div>
    </>
  )
}
