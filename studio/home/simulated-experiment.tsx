// A simulated experiment: people from left to right as dots of what they were given, at three
// levels of privacy and without. A worker simulates it when the page opens.

import type { ComponentChildren } from "preact"
import { useEffect, useId, useState } from "preact/hooks"
import { formatNumber } from "../text/numbers.ts"
import { formatPrice } from "../text/price.ts"
import { careful, formatGuesses, privacyLevels } from "../text/privacy-levels.ts"
import { arrangeDots, drawDots, measureDots, perDot } from "./dots.ts"
import type { FromPictureWorker } from "./picture-worker.ts"

/** As in simulated.ts, which only the worker loads. */
const options = [0.55, 0.48, 0.4]
const people = 3000

type Lost = Extract<FromPictureWorker, { readonly kind: "lost" }>["lost"]
type Choice = { readonly name: string; readonly eta: number | null }
const none: Choice = { name: "None", eta: null }
const choices: readonly Choice[] = [...privacyLevels, none]
/** The run shown first is simulated first, followed by the one it is compared with. */
const order = [careful.eta, null, ...privacyLevels.map(({ eta }) => eta).filter((eta) => eta !== careful.eta)]

/** The delay before a worker that failed to load is started again. */
const againMs = 2000

interface SimulatedRun {
  readonly paths: readonly string[]
  /** The share given the best option, among the first and the last people. */
  readonly shares: readonly [number, number]
  readonly given: number
}

export function SimulatedExperiment() {
  const [chosen, setChosen] = useState<Choice>(careful)
  const { runs, lost, failed } = useSimulation()
  const run = runs.get(chosen.eta)
  const { width, height } = measureDots(people)
  // Screen readers skip figures that still become more precise.
  const isBusy = !failed && ![chosen.eta, null].every((eta) => lost.get(eta)?.isLast === true)
  const name = useId()
  return (
    <section class="simulation" aria-labelledby={name}>
      <div class="simulation-head">
        <div>
          <h2 id={name}>Three options, {count(people)} people, from left to right</h2>
          <div class="dots-legend text-xs muted">
            {options.map((share, option) => (
              <span key={share}>
                <svg class={`option-${option}`} viewBox="0 0 10 10" aria-hidden="true">
                  <circle cx="5" cy="5" r="5" />
                </svg>
                {option === 0 ? "works for" : "for"} {Math.round(100 * share)}&nbsp;%
              </span>
            ))}
            <span>each dot is {perDot === 5 ? "five" : perDot} people and what they were given</span>
          </div>
        </div>
        <div class="level-picker text-sm" role="radiogroup" aria-label="How private">
          {choices.map((choice) => (
            <label key={choice.name}>
              <input
                type="radio"
                name="level"
                checked={chosen.name === choice.name}
                onChange={() => setChosen(choice)}
              />
              {choice.name}
            </label>
          ))}
        </div>
      </div>
      {failed && (
        <p class="note bad" role="status">
          The simulation did not load. It is tried again by itself.
        </p>
      )}
      <svg
        class={run === undefined ? "person-dots" : "person-dots reveal"}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={run === undefined ? "Being simulated" : describeRun(run)}
      >
        {run?.paths.map((path, option) => (
          <path key={option} class={`option-${option}`} d={path} />
        ))}
      </svg>
      <div class="dots-axis text-xs muted">
        <span>first person</span>
        <span>{count(people / 2)}</span>
        <span>{count(people)}th</span>
      </div>
      <div class="outcome-figures" aria-live="polite" aria-busy={isBusy}>
        <Figure value={run === undefined ? "…" : `${count(run.given)} of ${count(people)}`}>
          people were given the option that works best. An even split gives it to {count(people / options.length)}.
        </Figure>
        <Guesses eta={chosen.eta} />
        <Price eta={chosen.eta} lost={lost} />
      </div>
    </section>
  )
}

const Guesses = ({ eta }: { readonly eta: number | null }) =>
  eta === null ? (
    <Figure value="Nothing is hidden">anyone who sees what is published may work out an answer for certain.</Figure>
  ) : (
    <Figure value={formatGuesses(eta)}>guesses at one person's answer are right, at most. A coin gets 50.</Figure>
  )

function Price({ eta, lost }: { readonly eta: number | null; readonly lost: ReadonlyMap<number | null, Lost> }) {
  if (eta === null) return <Figure value="No price">is the price, since there is no privacy.</Figure>
  const [here, without] = [lost.get(eta), lost.get(null)]
  const isKnown = here !== undefined && without !== undefined
  return (
    <Figure value={isKnown ? formatPrice(here, without) : "…"}>
      of {count(people)} is what this privacy costs, compared with none
      {isKnown ? `: simulated ${count(here.runs)} times.` : "."}
    </Figure>
  )
}

const Figure = ({ value, children }: { readonly value: string; readonly children: ComponentChildren }) => (
  <div>
    <b class="numeric">{value}</b>
    <span>{children}</span>
  </div>
)

const count = (number: number): string => formatNumber(Math.round(number))

const describeRun = ({ shares: [first, last] }: SimulatedRun): string =>
  `Of the first 300 people ${Math.round(100 * first)} % were given the option that works best, of the last 300 ${Math.round(100 * last)} %.`

/** The results that the worker has simulated so far, by η. */
function useSimulation() {
  const [runs, setRuns] = useState<ReadonlyMap<number | null, SimulatedRun>>(new Map())
  const [lost, setLost] = useState<ReadonlyMap<number | null, Lost>>(new Map())
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" })
    worker.onmessage = ({ data }: MessageEvent<FromPictureWorker>) => {
      setFailed(false)
      if (data.kind === "run") {
        if (data.eta === careful.eta) performance.mark("picture-stands")
        setRuns((known) => new Map(known).set(data.eta, summarizeRun(data.given)))
      } else setLost((known) => new Map(known).set(data.eta, data.lost))
    }
    worker.onerror = () => {
      setFailed(true)
      timer = setTimeout(() => setAttempt(attempt + 1), againMs)
    }
    worker.postMessage(order)
    return () => {
      clearTimeout(timer)
      worker.terminate()
    }
  }, [attempt])
  return { runs, lost, failed }
}

function summarizeRun(given: Uint8Array): SimulatedRun {
  const bestIn = (part: Uint8Array) => part.reduce((sum, option) => sum + (option === 0 ? 1 : 0), 0)
  return {
    paths: drawDots(arrangeDots(given, options.length)),
    shares: [bestIn(given.subarray(0, 300)) / 300, bestIn(given.subarray(-300)) / 300],
    given: bestIn(given),
  }
}
