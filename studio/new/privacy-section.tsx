// The sixth section: three privacy levels in right guesses of a hundred with what each loses, and
// the same in numbers.

import { useState } from "preact/hooks"
import { Switch } from "../controls/switch.tsx"
import { FieldNotes } from "../controls/text-field.tsx"
import { formatNumber, formatRounded } from "../text/numbers.ts"
import { computeRightGuesses, privacyLevels } from "../text/privacy-levels.ts"
import type { PrivacyDraft } from "./draft.ts"
import { Field } from "./field.tsx"
import { convertPrivacy, readEta } from "./privacy.ts"
import { PublicOutcomes } from "./public-outcomes.tsx"
import { type PlannedProps, Section } from "./section.tsx"

export function PrivacySection({ form, settings, forecast }: PlannedProps) {
  const { draft, change } = form
  const eta = readEta(draft.privacy)
  const everyone = formatNumber((forecast?.settings.people ?? 0) * (forecast?.settings.groupCount ?? 1))
  return (
    <Section number={6} title="How private?">
      <p class="text-sm muted">
        Someone knows everybody else's answers, sees all that is published, and guesses one person's answer. How often
        may they be right? A coin is right 50 times in 100.
      </p>
      <div class="privacy-levels" role="radiogroup" aria-label="Privacy">
        {privacyLevels.map((level, place) => (
          <label key={level.name} class="privacy-level">
            <span class="level-title bold text-sm">
              {level.name}
              <input
                type="radio"
                name="privacy"
                {...(place === 0 ? { id: "privacy" } : {})}
                checked={eta === level.eta}
                onChange={() => change({ privacy: { by: "level", eta: level.eta } })}
              />
            </span>
            <span class="level-guesses">
              {computeRightGuesses(level.eta)} <small>in 100</small>
            </span>
            <Guesses eta={level.eta} />
            {settings.context === null && (
              <span class="muted" data-lost={forecast?.lostAt.get(level.eta)}>
                {forecast === null
                  ? "Simulating what it loses …"
                  : `Loses about ${formatRounded(forecast.lostAt.get(level.eta) ?? 0)} answers in ${everyone}`}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldNotes id="privacy" problem={form.problemFor("privacy")} />
      <p class="hint">
        {forecast !== null &&
          `With no privacy the same method would lose about ${formatRounded(forecast.lostWithoutPrivacy)}; an even split about ${formatRounded(forecast.lostByEvenSplit)}. `}
        Careful suits most products; take strict for health, money or beliefs.
      </p>
      <InNumbers form={form} settings={settings} />
      <Switch
        id="arrivals-switch"
        label="Whether and when someone answered is secret too"
        hint="Answers then count when their time to come is over, not before, so everything takes as much longer. Needed where only successes are sent; take it too where answering at all says something about a person."
        isOn={draft.isArrivalSecret}
        onChange={(isArrivalSecret) => change({ isArrivalSecret, acceptsPublicOutcomes: false })}
      />
      <PublicOutcomes form={form} />
    </Section>
  )
}

/** The position between a coin and certainty. */
function Guesses({ eta }: { readonly eta: number }) {
  const place = `${2 * (computeRightGuesses(eta) - 50)}%`
  return (
    <svg height="16" aria-hidden="true" class="level-bar">
      <rect class="level-bar-track" x="0" width="100%" y="6" height="4" rx="2" />
      <rect class="fill-accent" x="0" width={place} y="6" height="4" rx="2" />
      <circle class="interval-dot lead" cx={place} cy="8" r="5.5" />
    </svg>
  )
}

function InNumbers({ form, settings }: Omit<PlannedProps, "forecast">) {
  const { draft, change } = form
  const { privacy } = draft
  const [isOpen, setOpen] = useState(false)
  const shown = (by: "guesses" | "eta" | "epsilon") =>
    (privacy.by === by ? privacy : convertPrivacy(privacy, by, settings.eta)) as Extract<PrivacyDraft, { text: string }>
  const epsilon = shown("epsilon") as Extract<PrivacyDraft, { by: "epsilon" }>
  const field = (
    id: "guesses" | "epsilon" | "delta",
    label: string,
    value: string,
    now: (text: string) => PrivacyDraft,
  ) => (
    <Field
      form={form}
      id={id}
      label={label}
      isNumber
      value={value}
      onValue={(text) => change({ privacy: now(text) })}
    />
  )
  return (
    <details open={isOpen || privacy.by !== "level"} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Set it in numbers: success, η, or ε and δ</summary>
      <div class="field-columns">
        {field("guesses", "Right guesses in 100, at most", shown("guesses").text, (text) => ({ by: "guesses", text }))}
        <Field
          form={form}
          id="eta"
          label="η"
          isNumber
          value={shown("eta").text}
          onValue={(text) => change({ privacy: { by: "eta", text } })}
          hint="Gaussian differential privacy. The others are computed from it."
        />
        {field("epsilon", "ε", epsilon.text, (text) => ({ ...epsilon, text }))}
        {field("delta", "δ", epsilon.delta, (delta) => ({ ...epsilon, delta }))}
      </div>
      <p class="hint">
        It is for one person with all that counts of them: answer and guardrails together, and as many answers as may
        count.
      </p>
    </details>
  )
}
