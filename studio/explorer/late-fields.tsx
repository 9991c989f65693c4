// The optional settings of late and missing answers, folded until they are used.

import { useState } from "preact/hooks"
import { listOneTwoFive } from "../controls/scales.ts"
import { SelectField } from "../controls/select-field.tsx"
import { ValueSlider } from "../controls/slider.tsx"
import { Switch } from "../controls/switch.tsx"
import { formatCount, formatShortPercent } from "../text/numbers.ts"
import {
  defaultLate,
  defaultYesMean,
  type LateAnswers,
  listSilences,
  mostLatePeople,
  resolveArrivals,
  resolveYesMean,
  sendsOnlySuccesses,
} from "./late.ts"
import { OptionSliderList } from "./option-sliders.tsx"
import type { ExplorerSettings } from "./settings.ts"

interface Props {
  readonly settings: Pick<ExplorerSettings, "late" | "horizon" | "rewards" | "means">
  readonly onLate: (late: LateAnswers | null) => void
}

const means = [0, ...listOneTwoFive(1, 1e5)]
const windows = listOneTwoFive(1, 1e5)

const shares = Array.from({ length: 20 }, (_, place) => place / 20)

const lawWords = {
  fixed: "all after the same time",
  exponential: "most soon, some later",
  lognormal: "most soon, a few very late",
} as const

const delayWords = (mean: number): string => (mean === 0 ? "at once" : `${formatCount(mean)} people`)

export function LateFields({ settings, onLate }: Props) {
  const { late } = settings
  const [isOpen, setOpen] = useState(late !== null)
  return (
    <details
      class="late-answers"
      open={isOpen || late !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Answers late or silent{late === null ? "" : ": on"}</summary>
      <Switch
        label="Some answer late or never"
        hint="Off: everyone answers at once."
        isOn={late !== null}
        onChange={(isOn) => onLate(isOn ? defaultLate : null)}
      />
      {late !== null && <SetFields settings={settings} late={late} onLate={onLate} />}
    </details>
  )
}

function SetFields({ settings, late, onLate }: Props & { readonly late: LateAnswers }) {
  const { horizon, rewards } = settings
  const change = (part: Partial<LateAnswers>) => onLate({ ...late, ...part })
  const isPrivate = resolveArrivals(settings) === "private"
  return (
    <>
      {rewards === "bernoulli" && (
        <SelectField
          label="People who do nothing"
          options={{ all: "send a no", successes: "send nothing" }}
          value={late.answers}
          onValue={(answers) => change({ answers })}
        />
      )}
      <DelayFields settings={settings} late={late} change={change} />
      <SilenceFields count={settings.means.length} late={late} change={change} />
      <ValueSlider
        label="Wait for an answer"
        text={`${formatCount(late.window)} people`}
        values={windows}
        value={late.window}
        onValue={(window) => change({ window })}
      />
      {sendsOnlySuccesses(settings) ? (
        <p class="hint">Only a yes is sent, so it is secret who answered: all count when the wait is over.</p>
      ) : (
        <SelectField
          label="Who answered"
          options={{
            public: "can be seen: answers count as they come",
            private: "is secret: all count when the wait is over",
          }}
          value={late.arrivals}
          onValue={(arrivals) => change({ arrivals })}
        />
      )}
      {!isPrivate && (
        <SelectField
          label="No answer by then"
          options={{ no: "counts as no", ignore: "is left out" }}
          value={late.missing}
          onValue={(missing) => change({ missing })}
        />
      )}
      <p class="hint">
        Times are counted in people who come meanwhile.{isPrivate && " No answer counts as no."}{" "}
        {horizon > mostLatePeople
          ? `Late answers are played person by person, so ${formatCount(mostLatePeople)} people are simulated and not ${formatCount(horizon)}.`
          : "Late answers are played person by person, so fewer runs fit."}
      </p>
    </>
  )
}

interface PartProps {
  readonly late: LateAnswers
  readonly change: (part: Partial<LateAnswers>) => void
}

function DelayFields({ settings, late, change }: PartProps & Pick<Props, "settings">) {
  const yesMean = resolveYesMean(settings)
  const isOnlyYes = sendsOnlySuccesses(settings)
  return (
    <>
      <ValueSlider
        label={isOnlyYes ? "A yes comes after" : yesMean === null ? "Answers come after" : "A no comes after"}
        text={delayWords(late.mean)}
        values={means}
        value={late.mean}
        onValue={(mean) => change({ mean })}
      />
      {settings.rewards === "bernoulli" && !isOnlyYes && (
        <SelectField
          label="Yes and no"
          options={{ same: "take the same time", own: "take different times" }}
          value={yesMean === null ? "same" : "own"}
          onValue={(value) => change({ yesMean: value === "own" ? defaultYesMean(late.mean) : null })}
        />
      )}
      {yesMean !== null && (
        <>
          <ValueSlider
            label="A yes comes after"
            text={delayWords(yesMean)}
            values={means}
            value={yesMean}
            onValue={(next) => change({ yesMean: next })}
          />
          {late.arrivals === "public" && (
            <>
              <ValueSlider
                label="Answers count from an age of"
                text={late.ripe === 0 ? "0: as they come" : `${formatCount(Math.min(late.ripe, late.window))} people`}
                values={means.filter((age) => age <= late.window)}
                value={Math.min(late.ripe, late.window)}
                onValue={(ripe) => change({ ripe })}
              />
              <p class="hint">
                {late.ripe === 0
                  ? "Quick answers count first, so the first figures lean towards them."
                  : "Quick answers wait for this age, so that slow ones are not left behind."}
              </p>
            </>
          )}
        </>
      )}
      <SelectField label="How late" options={lawWords} value={late.law} onValue={(law) => change({ law })} />
    </>
  )
}

function SilenceFields({ count, late, change }: PartProps & { readonly count: number }) {
  return (
    <>
      {late.silenceByOption === null ? (
        <ValueSlider
          label="Never answer"
          text={formatShortPercent(late.silence)}
          values={shares}
          value={late.silence}
          onValue={(silence) => change({ silence })}
        />
      ) : (
        <OptionSliderList
          legend="Never answer"
          listLabel="Silence of each option"
          sliderLabel={(name) => `Never answer, option ${name}`}
          values={listSilences(late, count)}
          range={{ min: 0, max: 0.95, step: 0.05 }}
          format={formatShortPercent}
          onValues={(silenceByOption) => change({ silenceByOption })}
        />
      )}
      <SelectField
        label="Silence is"
        options={{ alike: "the same for every option", own: "different for each option" }}
        value={late.silenceByOption === null ? "alike" : "own"}
        onValue={(value) => change({ silenceByOption: value === "own" ? listSilences(late, count) : null })}
      />
    </>
  )
}
