// The cost of attributes where the best option is the same for all, and their gain otherwise.

import { planContext } from "@armistice/core/context"
import { formatNumber, formatRounded } from "../text/numbers.ts"
import type { FormSettings } from "./form-settings.ts"
import type { ContextForecasting, ContextLosses } from "./use-context-worth.ts"

interface Props {
  readonly settings: FormSettings
  readonly forecasting: ContextForecasting | null
}

export function ContextWorthCards({ settings, forecasting }: Props) {
  if (settings.context === null) return null
  const forecast = forecasting !== null && "forecast" in forecasting ? forecasting.forecast : null
  const shown = forecast?.settings ?? settings
  const groups = shown.context === null ? null : (planContext(shown.context).groups?.length ?? null)
  const isBehind = forecast === null || JSON.stringify(forecast.settings) !== JSON.stringify(settings)
  return (
    <section aria-labelledby="context-worth" aria-busy={isBehind && forecasting !== null && forecast !== null}>
      <h3 id="context-worth">
        Is it worth it for {formatNumber(shown.people)} people
        {groups === null ? "" : ` and ${formatNumber(groups)} groups`}?
      </h3>
      {forecasting !== null && "problem" in forecasting ? (
        <p class="hint">Not simulated: {forecasting.problem}.</p>
      ) : forecast === null ? (
        <p class="hint">Simulating what it costs and brings …</p>
      ) : (
        <>
          <div class="worth-cards">
            <Card
              title="If the best option is the same for all"
              {...describeCost(forecast.alike)}
              isGood={false}
              losses={forecast.alike}
            />
            <Card title="If groups differ, as guessed" {...describeGain(forecast.differ)} losses={forecast.differ} />
          </div>
          <p class="hint">
            One experiment for each group would lose about {formatRounded(forecast.alike.split)} and{" "}
            {formatRounded(forecast.differ.split)}. With few people a group's own option is found late, or not at all.
          </p>
        </>
      )}
    </section>
  )
}

interface CardProps {
  readonly title: string
  readonly figure: string
  readonly words: string
  readonly isGood: boolean
  readonly losses: ContextLosses
}

const Card = ({ title, figure, words, isGood, losses: { ignore, share } }: CardProps) => (
  <div class={isGood ? "worth-card good" : "worth-card"}>
    <p class="hint">{title}</p>
    <p>
      <b class="worth-figure" data-ignore={ignore} data-share={share}>
        {figure}
      </b>{" "}
      answers
    </p>
    <p class="text-sm">{words}</p>
  </div>
)

const describeAlternative = ({ share, ignore }: ContextLosses): string =>
  `about ${formatRounded(share)} lost instead of ${formatRounded(ignore)}.`

/** A difference that chance may explain is only bounded. */
function describeCost(losses: ContextLosses): { readonly figure: string; readonly words: string } {
  const { ignore, share, doubt } = losses
  const cost = share - ignore
  return {
    figure:
      cost > doubt
        ? `Costs ${formatRounded(cost)}`
        : `Costs at most ${formatRounded(Math.max(1, Math.ceil(cost + doubt)))}`,
    words: `${describeAlternative(losses)} The price of trying.`,
  }
}

function describeGain(losses: ContextLosses) {
  const { ignore, share, doubt } = losses
  const gain = ignore - share
  if (gain > doubt) return { figure: `Brings ${formatRounded(gain)}`, words: describeAlternative(losses), isGood: true }
  if (gain < -doubt)
    return {
      figure: `Loses ${formatRounded(-gain)}`,
      words: `${describeAlternative(losses)} There is too little time to learn each group.`,
      isGood: false,
    }
  return {
    figure: `Brings at most ${formatRounded(Math.max(1, Math.ceil(gain + doubt)))}`,
    words: `${describeAlternative(losses)} So few people hardly tell groups apart.`,
    isGood: false,
  }
}
