// The privacy target in the words one prefers: eta, (epsilon, delta), or how often an attacker may be right.

import { attackSuccess, epsilonOf } from "@armistice/core"
import { etaOfTarget, type PrivacyTarget, shortNumber } from "@armistice/lab"
import { NumberField } from "../controls/number-field.tsx"
import { logScale } from "../controls/scales.ts"
import { Slider } from "../controls/slider.tsx"
import { percent } from "../text/numbers.ts"
import { limits } from "./settings.ts"

const kinds = [
  { kind: "eta", label: "η" },
  { kind: "epsilon", label: "ε and δ" },
  { kind: "attackSuccess", label: "attacker's success" },
] as const
type Kind = (typeof kinds)[number]["kind"]

const etas = logScale(...limits.eta, 120)
const epsilons = logScale(0.1, 100, 120)

interface Props {
  readonly target: PrivacyTarget
  readonly onTarget: (target: PrivacyTarget) => void
}

export function TargetFields({ target, onTarget }: Props) {
  return (
    <fieldset>
      <legend>Privacy: how much may be learned about one answer</legend>
      <div class="choices">
        {kinds.map(({ kind, label }) => (
          <label key={kind}>
            <input
              type="radio"
              name="target"
              value={kind}
              checked={kind in target}
              onChange={() => onTarget(sameAs(target, kind))}
            />
            {label}
          </label>
        ))}
      </div>
      <Scale target={target} onTarget={onTarget} />
    </fieldset>
  )
}

function Scale({ target, onTarget }: Props) {
  if ("eta" in target)
    return (
      <div class="pair">
        <Slider
          label="η (eta)"
          place={etas.placeOf(target.eta)}
          steps={etas.steps}
          text={shortNumber(target.eta)}
          hint="0 tells nothing; above about 5 little is protected."
          onPlace={(place) => onTarget({ eta: etas.valueAt(place) })}
        />
        <NumberField
          label="η, typed"
          isLabelHidden
          value={target.eta}
          min={0.001}
          max={1000}
          onValue={(eta) => onTarget({ eta })}
        />
      </div>
    )
  if ("epsilon" in target)
    return (
      <>
        <Slider
          label="ε (epsilon)"
          place={epsilons.placeOf(target.epsilon)}
          steps={epsilons.steps}
          text={shortNumber(target.epsilon)}
          hint={`The odds of any conclusion change by at most a factor of e^ε, except with chance δ. This is η = ${shortNumber(etaOfTarget(target))}.`}
          onPlace={(place) => onTarget({ ...target, epsilon: epsilons.valueAt(place) })}
        />
        <NumberField
          label="δ (delta)"
          value={target.delta}
          min={1e-15}
          max={0.5}
          onValue={(delta) => onTarget({ ...target, delta })}
        />
      </>
    )
  const [low, high] = limits.success
  return (
    <Slider
      label="An attacker guesses right at most"
      place={Math.round((target.attackSuccess - low) * 1000)}
      steps={Math.round((high - low) * 1000)}
      text={percent(target.attackSuccess)}
      hint={`Of two values an answer might have had, 50 % is a coin toss. This is η = ${shortNumber(etaOfTarget(target))}.`}
      onPlace={(place) => onTarget({ attackSuccess: Number((low + place / 1000).toFixed(3)) })}
    />
  )
}

/** The same target in another form, with digits one can read. */
function sameAs(target: PrivacyTarget, kind: Kind): PrivacyTarget {
  const eta = etaOfTarget(target)
  if (kind === "eta") return { eta: Number(eta.toPrecision(3)) }
  if (kind === "epsilon") return { epsilon: Number(epsilonOf(eta, 1e-6).toPrecision(3)), delta: 1e-6 }
  const [low, high] = limits.success
  return { attackSuccess: Math.min(high, Math.max(low, Number(attackSuccess({ eta }).toFixed(3)))) }
}
