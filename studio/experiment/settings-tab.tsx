// What was fixed when the experiment was created, in plain words first; the language of privacy last.

import { findAlgorithm } from "@armistice/core"
import { formatLoss, formatPlainNumber } from "@armistice/core/text"
import { capitalize } from "../new/words.ts"
import type { Detail, PrivacyView } from "../results/results-types.ts"
import { formatCount } from "../text/numbers.ts"
import { findLevel, formatGuesses } from "../text/privacy-levels.ts"
import { formatDuration, formatMoment } from "../text/times.ts"
import { countingUnit } from "./people.ts"

interface Props {
  readonly detail: Detail
  /** Null: the key may not read it. */
  readonly privacy: PrivacyView | null
}

export function SettingsTab({ detail, privacy }: Props) {
  return (
    <div class="stack">
      <section class="card">
        <h2>Settings</h2>
        <p>
          Fixed when it was created, except name, description and labels, and the age from which on answers count, which
          can be raised.
        </p>
        <dl class="properties">
          {plainFacts(detail).map(([name, words]) => (
            <Fact key={name} name={name} words={words} />
          ))}
          <dt>Id</dt>
          <dd>
            <code>{detail.id}</code>
          </dd>
        </dl>
        <details class="gap-above-large">
          <summary>Technical details</summary>
          <dl class="properties">
            {privacyFacts(detail, privacy).map(([name, words]) => (
              <Fact key={name} name={name} words={words} />
            ))}
          </dl>
        </details>
      </section>
    </div>
  )
}

const Fact = ({ name, words }: { readonly name: string; readonly words: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{words}</dd>
  </>
)

/** Of more options only the first are named. */
const mostNamed = 30

function named(names: readonly string[], marked?: string): string {
  const words = names
    .slice(0, mostNamed)
    .map((name) => (name === marked ? `${name} (today's, given while it is paused or nothing is known)` : name))
  const left = names.length - words.length
  return left > 0 ? `${words.join(", ")} and ${left} others` : words.join(", ")
}

function plainFacts(detail: Detail): [string, string][] {
  const { min, max } = detail.reward
  const isShare = min === 0 && max === 1
  return [
    ...(detail.description === "" ? [] : [["About", detail.description] as [string, string]]),
    ...(detail.labels.length === 0 ? [] : [["Labels", detail.labels.join(", ")] as [string, string]]),
    ["Created", formatMoment(Date.parse(detail.createdAt))],
    ["Options", named(detail.arms, detail.control)],
    ...(detail.segments === null ? [] : [["Groups, each learns apart", named(detail.segments)] as [string, string]]),
    [
      `${capitalize(countingUnit(detail))} to learn from`,
      `${formatCount(detail.horizon)}${detail.segments === null ? "" : " in each group"}`,
    ],
    ["An answer", isShare ? "a number from 0 (no) to 1 (yes)" : `a number from ${min} to ${max}`],
    ["People who do nothing", detail.answers === "all" ? "send an answer" : "send nothing: only successes are sent"],
    ["Wait for an answer", formatDuration(1000 * detail.rewardWindowSeconds)],
    [
      "No answer by then",
      detail.missing === "ignore"
        ? "is left out"
        : `counts as ${isShare && detail.missing === 0 ? "no" : detail.missing}`,
    ],
    ...(detail.ripeSeconds === 0
      ? []
      : [["Answers count from an age of", formatDuration(1000 * detail.ripeSeconds)] as [string, string]]),
    ["Same person keeps the same option", detail.sticky ? "yes" : "no"],
    [
      "One person counts",
      detail.subject.cap === null
        ? "any number of times"
        : detail.subject.cap === 1
          ? "once"
          : `up to ${detail.subject.cap} times`,
    ],
    [
      "A difference that matters",
      isShare
        ? `${trimmed(100 * detail.worthwhile)} ${detail.worthwhile === 0.01 ? "point" : "points"}`
        : trimmed(detail.worthwhile),
    ],
    ...(detail.metrics.length === 0
      ? []
      : [
          [
            "What must not get worse",
            detail.metrics
              .map(({ name, min: low, max: high, worse }) => `${name} (${low} to ${high}, worse if ${worse})`)
              .join("; "),
          ] as [string, string],
        ]),
    ...(detail.evenShare === 0
      ? []
      : [
          [
            "Given an option at random",
            `${trimmed(100 * detail.evenShare)} % of ${countingUnit(detail)}, whatever is known`,
          ] as [string, string],
        ]),
    ["Ends by itself", detail.stopWhen === "clear" ? "when the verdict is clear" : "no"],
    [
      "Whether someone answered is",
      detail.outcomes === "public"
        ? "public, and with it what they answered"
        : detail.arrivals === "private"
          ? "secret"
          : "public",
    ],
    ["Privacy", privacyWords(detail)],
    ["Population", detail.population ?? "none"],
  ]
}

const trimmed = (value: number): string => String(Number(value.toPrecision(6)))

function privacyWords({ guarantee, subject, outcomes }: Detail): string {
  if (outcomes === "public") return "none: outcomes are public"
  if (guarantee.eta === null) return "none: nothing is promised about answers"
  const { eta, about } =
    subject.eta === null ? { eta: guarantee.eta, about: " about one answer" } : { eta: subject.eta, about: "" }
  const level = findLevel(eta)?.name.toLowerCase()
  return `${level === undefined ? "" : `${level}: `}at most ${formatGuesses(eta).replace(" in 100", " right guesses in 100")}${about}`
}

function privacyFacts(detail: Detail, privacy: PrivacyView | null): [string, string][] {
  const { guarantee, subject, algorithm } = detail
  const { name, ...parameters } = algorithm
  const entry = findAlgorithm(name)
  const given = Object.entries(parameters).map(([parameter, value]) => `${parameter} = ${value}`)
  return [
    ["Method", `${entry.label}${given.length === 0 ? "" : ` (${given.join(", ")})`}`],
    ["η of one answer", guarantee.eta === null ? "none" : formatLoss(guarantee.eta)],
    ...(detail.metrics.length === 0
      ? []
      : [
          [
            "of which for what must not get worse",
            detail.metrics.map(({ name: metric, eta }) => `${metric} ${formatLoss(eta)}`).join(", "),
          ] as [string, string],
        ]),
    ["η of one person", subject.eta === null ? "no limit: people are not counted" : formatLoss(subject.eta)],
    ["The target was for", detail.protects === "subject" ? "one person" : "one answer"],
    ...(privacy === null
      ? []
      : privacy.epsilons.map(({ delta, epsilon }): [string, string] => [
          `ε of one answer at δ = ${formatPlainNumber(delta)}`,
          formatLoss(epsilon),
        ])),
  ]
}
