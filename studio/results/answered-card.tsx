// The share of people who have answered, by option and at the same age, from the service's public
// counts. With private arrivals there are none.

import { AxisLabels } from "../charts/interval-mark.tsx"
import { formatPeople } from "../experiment/people.ts"
import { Button } from "../layout/button.tsx"
import { formatNumber, formatShortPercent } from "../text/numbers.ts"
import { formatDuration, formatWindow } from "../text/times.ts"
import { quoteName, startWithName } from "./option-names.ts"
import type { Detail, Group } from "./results-types.ts"
import { formatShare } from "./units.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly countLater?: ((ripeSeconds: number) => void) | undefined
}

/** With more options the shares appear only in the table of all options. */
const mostRows = 12

/** Shown while there are no figures, and while options are answered unequally. */
export function AnsweredCard({ group, detail, countLater }: Props) {
  const { answeredShares, sharesDiffer, segment } = group
  if (answeredShares === null || (sharesDiffer === null && group.state !== "no_answers")) return null
  const age = sharesDiffer?.seconds ?? oldestCommonAge(answeredShares)
  if (age === null) return null
  const rows = answeredShares.map(({ arm, ages }) => ({
    arm,
    share: ages.find(({ seconds }) => seconds === age)?.share ?? null,
    option: group.arms.find((one) => one.arm === arm),
  }))
  const highest = Math.max(...rows.map(({ share }) => share ?? 0))
  const top = highest <= 0.1 ? 0.1 : highest <= 0.25 ? 0.25 : highest <= 0.5 ? 0.5 : 1
  const id = `answered-${segment ?? "all"}`
  return (
    <section class="card gap-below" aria-labelledby={id}>
      <div class="between">
        <h2 id={id}>Who has answered so far, by option{segment === null ? "" : `: ${segment}`}</h2>
        <span class="text-sm muted">Share that answers within {formatDuration(1000 * age)}</span>
      </div>
      <SharesDiffer group={group} countLater={countLater} />
      {rows.length <= mostRows && (
        <div class="answer-shares">
          <div class="head-cell">Option</div>
          <div class="head-cell share-bar">
            <svg aria-hidden="true">
              <AxisLabels
                axis={{ ticks: [0, top / 2, top], at: (share) => (100 * share) / top }}
                label={(share) => (share === 0 ? "0" : formatShortPercent(share))}
                y="15"
                isWithin
              />
            </svg>
          </div>
          <div class="head-cell align-right">Answered</div>
          {rows.map(({ arm, share, option }) => (
            <Row key={arm} arm={arm} share={share} top={top} option={option} detail={detail} />
          ))}
        </div>
      )}
      <p class="caption">
        {silenceSentence(detail)}{" "}
        {detail.answers === "all"
          ? "Shares are shown because everyone sends an answer here, so whether someone answered is not secret."
          : "Shares are shown because outcomes are public here."}
      </p>
    </section>
  )
}

interface RowProps {
  readonly arm: string
  readonly share: number | null
  readonly top: number
  readonly option: Group["arms"][number] | undefined
  readonly detail: Detail
}

function Row({ arm, share, top, option, detail }: RowProps) {
  return (
    <>
      <div class="name">
        <span>
          <b>{arm}</b>
          <br />
          <span class="text-xs muted">{formatPeople(option?.decisions ?? 0, detail)}</span>
        </span>
      </div>
      <div class="share-bar">
        <svg aria-hidden="true">
          <rect class="bar-back" x="0" width="100%" y="7" height="8" rx="4" />
          <rect class="bar-fill fill-accent" x="0" width={`${(100 * (share ?? 0)) / top}%`} y="7" height="8" rx="4" />
        </svg>
      </div>
      <div class="align-right">
        <span>
          <b>{share === null ? "–" : formatShare(share)}</b>
          {option?.rewards != null && (
            <>
              <br />
              <span class="text-xs muted nowrap">{formatNumber(option.rewards)} counted</span>
            </>
          )}
        </span>
      </div>
    </>
  )
}

function SharesDiffer({ group, countLater }: Pick<Props, "group" | "countLater">) {
  const { sharesDiffer, proposedRipeSeconds: ripe } = group
  if (sharesDiffer === null) return null
  const { arm, share, other, otherShare } = sharesDiffer
  return (
    <div class="note warn" role="status">
      <b>
        {startWithName(arm)} is answered sooner: {formatShare(share)} against {formatShare(otherShare)}
        {group.arms.length > 2 ? ` for ${quoteName(other)}` : ""}.
      </b>{" "}
      This is more than chance. If quick answers differ from slow ones, the first figures will favour one option.
      {ripe !== null && (
        <>
          {" "}
          Count answers only once they are <b>{formatDuration(1000 * ripe)}</b> old, and options are compared at the
          same age.
          {countLater !== undefined && (
            <div class="row">
              <Button class="small strong-edge" onClick={() => countLater(ripe)}>
                Count answers from {formatDuration(1000 * ripe)} on …
              </Button>
              <span class="text-xs muted">It can be raised later, never lowered.</span>
            </div>
          )}
        </>
      )}
    </div>
  )
}

export function HiddenAnswers({ detail }: { readonly detail: Pick<Detail, "answers"> }) {
  return (
    <section class="card gap-below" aria-labelledby="answered-hidden">
      <h2 id="answered-hidden">Who has answered</h2>
      <p>
        Hidden.{" "}
        {detail.answers === "successes"
          ? "Only successes are sent in this experiment, so knowing that someone answered would be knowing what they answered."
          : "Whether and when someone answered is secret in this experiment."}{" "}
        No count, share, age or list of answers is shown or exported.
      </p>
    </section>
  )
}

/** The greatest age at which the shares of all options are known. */
function oldestCommonAge(shares: NonNullable<Group["answeredShares"]>): number | null {
  const [first, ...others] = shares
  const common = (first?.ages ?? []).filter(({ seconds }) =>
    others.every(({ ages }) => ages.some((age) => age.seconds === seconds)),
  )
  return common.at(-1)?.seconds ?? null
}

/** "No answer within 21 days counts as “no”." */
export function silenceSentence({
  missing,
  reward,
  rewardWindowSeconds,
}: Pick<Detail, "missing" | "reward" | "rewardWindowSeconds">): string {
  const within = `No answer within ${formatWindow(rewardWindowSeconds)}`
  if (missing === "ignore") return `${within} is left out: options are compared by those who answer.`
  return `${within} counts as ${reward.min === 0 && reward.max === 1 && missing === 0 ? "“no”" : missing}.`
}
