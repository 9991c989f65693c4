// Lesson 5: what levels of privacy mean for one person, and what they cost.

import { computeEpsilon } from "@armistice/core"
import { formatLoss } from "@armistice/core/text"
import { recommendedAlgorithm } from "@armistice/lab"
import { createComparisonSpec } from "../explorer/comparison-spec.ts"
import { chooseLeader } from "../explorer/leader.ts"
import { LossCard } from "../explorer/loss-card.tsx"
import { defaultSettings } from "../explorer/settings.ts"
import { Link } from "../layout/link.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { useBaseline } from "../simulation/use-baseline.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import {
  careful,
  computeRightGuesses,
  findLevel,
  formatGuesses,
  littleIsLeft,
  privacyLevels,
} from "../text/privacy-levels.ts"
import { EtaSlider, useEta } from "./eta-slider.tsx"
import { NotSimulated } from "./not-simulated.tsx"

const rows = [
  { eta: 0.1, words: "hardly anything can be learned" },
  ...privacyLevels.map(({ name, eta, suits }) => ({ eta, words: `${name}: for ${suits}` })),
  { eta: littleIsLeft, words: "from about here on little is left" },
]
const example = { ...defaultSettings, means: [0.12, 0.1, 0.08], horizon: 100_000, algorithms: [recommendedAlgorithm] }

export function ChoosingLesson() {
  const [eta, setEta] = useEta()
  const settings = { ...example, target: { eta } }
  const { results, isDone, failure } = useComparison(createComparisonSpec(settings, settings.algorithms), null)
  const { result: baseline } = useBaseline(settings, recommendedAlgorithm, isDone && failure === null)
  const name = findLevel(eta)?.name
  return (
    <>
      <div class="prose">
        <p>
          Start from the person, not from the method. Someone knows everybody else's answers, sees all that is
          published, and guesses one person's answer. How often may they be right? A coin is right 50 times in 100.
        </p>
      </div>
      <section class="card">
        <Scroll label="What levels of privacy mean">
          <table>
            <caption>What levels of privacy mean</caption>
            <TableHead
              columns={["right guesses in 100, at most", "in words", alignRight("η"), alignRight("ε at δ = 10⁻⁶")]}
            />
            <tbody>
              {rows.map(({ eta: value, words }) => (
                <tr key={value}>
                  <th scope="row">{computeRightGuesses(value)}</th>
                  <td>{words}</td>
                  <td class="align-right">{value}</td>
                  <td class="align-right">{formatLoss(computeEpsilon(value, 1e-6))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </section>
      <div class="prose">
        <p>
          Then look at the price. Below: three headlines clicked by 12, 10 and 8 in a hundred, a hundred thousand
          readers. What is lost is clicks. With a good method the price of {careful.name.toLowerCase()} (η ={" "}
          {careful.eta}) is small; below some point it climbs steeply.
        </p>
      </div>
      <section class="card">
        <EtaSlider
          label="How private"
          text={`${formatGuesses(eta)}${name === undefined ? "" : `, ${name.toLowerCase()}`} (η = ${eta})`}
          eta={eta}
          onEta={setEta}
        />
      </section>
      {failure !== null && <NotSimulated />}
      <LossCard leader={chooseLeader(results)} baseline={baseline} />
      <p>
        <Link to={`/explorer?means=0.12,0.1,0.08&horizon=100000&eta=${eta}`}>Open this in the explorer</Link>
      </p>
      <div class="prose">
        <ul>
          <li>If a person may come back, count their answers: three answers at η = 1 are at most 3.</li>
          <li>Longer experiments cost less privacy per gain: the price hardly grows with the number of people.</li>
          <li>Once chosen, it holds for the whole experiment. It is not a budget that runs out after a while.</li>
        </ul>
      </div>
    </>
  )
}
