// Whether people answer late or never: an optional setting, closed until someone wants it.

import { useId, useState } from "preact/hooks"
import { nearestIndex, oneTwoFive } from "../controls/scales.ts"
import { countInWords } from "../text/numbers.ts"
import { type LateAnswers, mostLatePeople, usualLate, usualYesMean, yesMeanOf } from "./late.ts"
import type { Settings } from "./settings.ts"

interface Props {
  readonly settings: Pick<Settings, "late" | "horizon" | "rewards">
  readonly onLate: (late: LateAnswers | null) => void
}

const means = [0, ...oneTwoFive(1, 1e5)]
const windows = oneTwoFive(1, 1e5)

const lawWords = {
  fixed: "all after the same time",
  exponential: "most soon, some later",
  lognormal: "most soon, a few very late",
} as const

const delayWords = (mean: number): string => (mean === 0 ? "at once" : `${countInWords(mean)} people`)

export function LateFields({ settings, onLate }: Props) {
  const { late, horizon, rewards } = settings
  const id = useId()
  const [isOpen, setOpen] = useState(late !== null)
  const now = late ?? usualLate
  const yesMean = yesMeanOf(settings)
  const change = (part: Partial<LateAnswers>) => onLate({ ...now, ...part })
  return (
    <details class="late" open={isOpen || late !== null} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Answers late or silent{late === null ? "" : ": on"}</summary>
      <label class="sw">
        <input
          type="checkbox"
          role="switch"
          aria-checked={late !== null}
          checked={late !== null}
          onChange={(event) => onLate(event.currentTarget.checked ? usualLate : null)}
        />
        <span>
          <b>Some answer late or never</b>
          <span class="hint">Off: everyone answers at once.</span>
        </span>
      </label>
      {late !== null && (
        <>
          <Slider
            label={yesMean === null ? "Answers come after" : "A no comes after"}
            words={delayWords(now.mean)}
            values={means}
            value={now.mean}
            onValue={(mean) => change({ mean })}
          />
          {rewards === "bernoulli" && (
            <div class="f">
              <label for={`${id}-value`} class="lg">
                Yes and no
              </label>
              <select
                id={`${id}-value`}
                class="in"
                value={yesMean === null ? "same" : "own"}
                onChange={(event) =>
                  change({ yesMean: event.currentTarget.value === "own" ? usualYesMean(now.mean) : null })
                }
              >
                <option value="same">take the same time</option>
                <option value="own">take different times</option>
              </select>
            </div>
          )}
          {yesMean !== null && (
            <>
              <Slider
                label="A yes comes after"
                words={delayWords(yesMean)}
                values={means}
                value={yesMean}
                onValue={(next) => change({ yesMean: next })}
              />
              {now.arrivals === "public" && (
                <p class="hint">Quick answers count first, so the first figures lean towards them.</p>
              )}
            </>
          )}
          <div class="f">
            <label for={`${id}-law`} class="lg">
              How late
            </label>
            <select
              id={`${id}-law`}
              class="in"
              value={now.law}
              onChange={(event) => change({ law: event.currentTarget.value as LateAnswers["law"] })}
            >
              {Object.entries(lawWords).map(([law, words]) => (
                <option key={law} value={law}>
                  {words}
                </option>
              ))}
            </select>
          </div>
          <Slider
            label="Never answer"
            words={`${Math.round(100 * now.silence)} %`}
            values={Array.from({ length: 20 }, (_, place) => place / 20)}
            value={now.silence}
            onValue={(silence) => change({ silence })}
          />
          <Slider
            label="Wait for an answer"
            words={`${countInWords(now.window)} people`}
            values={windows}
            value={now.window}
            onValue={(window) => change({ window })}
          />
          <div class="f">
            <label for={`${id}-arrivals`} class="lg">
              Who answered
            </label>
            <select
              id={`${id}-arrivals`}
              class="in"
              value={now.arrivals}
              onChange={(event) => change({ arrivals: event.currentTarget.value as LateAnswers["arrivals"] })}
            >
              <option value="public">can be seen: answers count as they come</option>
              <option value="private">is secret: all count when the wait is over</option>
            </select>
          </div>
          <p class="hint">
            Times are counted in people who come meanwhile. No answer counts as no.{" "}
            {horizon > mostLatePeople
              ? `Late answers are played person by person, so ${countInWords(mostLatePeople)} people are simulated and not ${countInWords(horizon)}.`
              : "Late answers are played person by person, so fewer runs fit."}
          </p>
        </>
      )}
    </details>
  )
}

interface SliderProps {
  readonly label: string
  readonly words: string
  readonly values: readonly number[]
  readonly value: number
  readonly onValue: (value: number) => void
}

function Slider({ label, words, values, value, onValue }: SliderProps) {
  const id = useId()
  const exact = values.indexOf(value)
  const place =
    exact >= 0
      ? exact
      : nearestIndex(
          values.map((one) => Math.max(one, 1e-3)),
          Math.max(value, 1e-3),
        )
  return (
    <div class="f sl">
      <div class="between">
        <label for={id} class="lg">
          {label}
        </label>
        <output for={id} class="n s b">
          {words}
        </output>
      </div>
      <input
        id={id}
        class="people"
        type="range"
        min="0"
        max={values.length - 1}
        step="1"
        value={place}
        aria-valuetext={words}
        onInput={(event) => onValue(values[Number(event.currentTarget.value)] as number)}
      />
    </div>
  )
}
