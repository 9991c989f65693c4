// The most that anyone can learn about one person, as 100 guesses compared with a coin. It is the
// same for the first person and the last.

import { formatLoss, formatPlainNumber } from "@armistice/core/text"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import type { Detail, PrivacyView } from "./results-types.ts"

interface Props {
  readonly privacy: PrivacyView
  readonly detail: Pick<Detail, "reward" | "subject" | "outcomes" | "context">
  /** The text below the dots, if it differs from the usual one. */
  readonly words?: string
}

export function PrivacyCard({ privacy, detail, words }: Props) {
  if (detail.outcomes === "public") return <PublicOutcomes />
  const eta = privacy.subject.eta ?? privacy.guarantee.eta
  const right = Math.ceil(computeRightGuesses(eta))
  const isPerson = privacy.subject.eta !== null
  const [first] = privacy.epsilons
  return (
    <section class="card" aria-labelledby="privacy-card">
      <h2 id="privacy-card">What anyone can learn about one {isPerson ? "person" : "answer"}</h2>
      <p>
        Suppose someone knows everybody else's answers, sees all that is published here, and guesses{" "}
        {describeGuess(detail)}, both equally likely before.
      </p>
      <PrivacyDots right={right} />
      <ul class="guess-legend text-xs">
        <Key look="fill-mark" count={50} words="right by chance" />
        <Key look="fill-accent" count={right - 50} words="more at most, from what is published here" />
        <Key look="guess-wrong" count={100 - right} words="still wrong" />
      </ul>
      <p class="text-sm gap-above">
        {words ??
          "This is the same after one person or twenty thousand. It does not get used up, and looking at this page costs nothing."}
      </p>
      {detail.context !== null && (
        <p class="note warn">
          This is about the answer. <b>Anyone who can see decisions can see the attributes they were made for.</b>
        </p>
      )}
      <details class="gap-above">
        <summary>Technical details</summary>
        <p class="text-xs muted">{formatSymbols(privacy, eta, isPerson, first)}</p>
      </details>
    </section>
  )
}

function describeGuess({ reward, subject }: Pick<Detail, "reward" | "subject">): string {
  if (subject.cap !== null && subject.cap > 1) return "which of two sets of answers one person gave"
  return reward.min === 0 && reward.max === 1
    ? "whether one person said yes or no"
    : "which of two answers one person gave"
}

function formatSymbols(
  { subject, guarantee, restores }: PrivacyView,
  eta: number | null,
  isPerson: boolean,
  first: PrivacyView["epsilons"][number] | undefined,
): string {
  if (eta === null) return "Nothing is promised: this method publishes without noise."
  const whom = isPerson ? "one person" : "one answer"
  const pair =
    first === undefined || eta !== guarantee.eta
      ? ""
      : `; ε = ${formatLoss(first.epsilon)} at δ = ${formatPlainNumber(first.delta)}`
  const counts =
    subject.cap === null
      ? " A person who answers more than once counts each time."
      : subject.cap === 1
        ? " Each person counts once."
        : ` Each person counts at most ${subject.cap} times, all of them together.`
  const copies =
    restores === 0
      ? ""
      : ` The store was restored from a copy ${restores === 1 ? "once" : `${restores} times`}; that is counted in.`
  return `η = ${formatLoss(eta)} (Gaussian differential privacy) for ${whom}${pair}.${counts}${copies}`
}

const PublicOutcomes = () => (
  <section class="card" aria-labelledby="privacy-card">
    <h2 id="privacy-card">What anyone can learn about one person</h2>
    <p>
      Outcomes are public here: only successes are sent, and everyone may see who sent one. Nothing is promised about
      what one person answered.
    </p>
  </section>
)

const dotsPerRow = 25

/** 100 guesses with `right` right ones; a coin gets 50. */
function PrivacyDots({ right }: { readonly right: number }) {
  return (
    <svg
      class="guess-dots"
      viewBox="0 0 275 48"
      role="img"
      aria-label={`Of 100 guesses, at most ${right} are right; a coin gets 50`}
    >
      {Array.from({ length: 100 }, (_, dot) => (
        <circle
          key={dot}
          class={dot < 50 ? "fill-mark" : dot < right ? "fill-accent" : "guess-wrong"}
          cx={5.5 + 11 * (dot % dotsPerRow)}
          cy={6 + 12 * Math.floor(dot / dotsPerRow)}
          r={dot < right ? 4.4 : 3.8}
        />
      ))}
    </svg>
  )
}

function Key({ look, count, words }: { readonly look: string; readonly count: number; readonly words: string }) {
  return (
    <li>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle class={look} cx="5" cy="5" r="4.2" />
      </svg>
      <span>
        <b class="numeric">{count}</b> {words}
      </span>
    </li>
  )
}
