// The dialog for privacy in numbers: success, η, or ε and δ. Each field updates the others.

import { computeEpsilon } from "@armistice/core"
import { type PrivacyTarget, resolveTargetEta, shortNumber } from "@armistice/lab"
import { NumberField } from "../controls/number-field.tsx"
import { computeExactGuesses, littleIsLeft } from "../text/privacy-levels.ts"
import { Dialog } from "./dialog.tsx"

interface Props {
  readonly target: PrivacyTarget
  readonly onTarget: (target: PrivacyTarget) => void
  readonly onClose: () => void
}

export function TargetDialog({ target, onTarget, onClose }: Props) {
  const eta = resolveTargetEta(target)
  const { epsilon, delta } =
    "epsilon" in target ? target : { epsilon: Number(computeEpsilon(eta, 1e-6).toPrecision(3)), delta: 1e-6 }
  const digits = (value: number) => Number(value.toPrecision(4))
  return (
    <Dialog title="Privacy in numbers" onClose={onClose}>
      <p class="text-sm muted">
        η = {shortNumber(eta)}. 0 would tell nothing; beyond about {littleIsLeft} little is left.
      </p>
      <div class="numbers">
        <NumberField
          label="η"
          value={"eta" in target ? target.eta : digits(eta)}
          min={0.001}
          max={1000}
          onValue={(value) => onTarget({ eta: value })}
        />
        <NumberField
          label="right guesses in 100"
          value={"attackSuccess" in target ? digits(100 * target.attackSuccess) : computeExactGuesses(eta)}
          min={50.1}
          max={99.9999}
          onValue={(value) => onTarget({ attackSuccess: value / 100 })}
        />
        <NumberField
          label="ε (epsilon)"
          value={epsilon}
          min={0.001}
          max={1000}
          onValue={(value) => onTarget({ epsilon: value, delta })}
        />
        <NumberField
          label="δ (delta)"
          value={delta}
          min={1e-15}
          max={0.5}
          onValue={(value) => onTarget({ epsilon, delta: value })}
        />
      </div>
      <p class="hint">ε and δ: the odds of any conclusion change by at most a factor of e^ε, except with chance δ.</p>
    </Dialog>
  )
}
