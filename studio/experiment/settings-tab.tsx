// The Settings tab: what was fixed when the experiment was created, with technical terms last.

import { findAlgorithm } from "@armistice/core"
import "@armistice/core/context"
import { formatLoss, formatPlainNumber } from "@armistice/core/text"
import { Fragment } from "preact"
import type { Detail, PrivacyView } from "../results/results-types.ts"
import { createUnits } from "../results/units.ts"
import { capitalize, formatCount } from "../text/numbers.ts"
import { findLevel, formatGuesses } from "../text/privacy-levels.ts"
import { formatDuration, formatMoment } from "../text/times.ts"
import { countingUnit } from "./people.ts"

interface Props {
  readonly detail: Detail
  /** `null` where the key may not read it. */
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
          <Facts facts={plainFacts(detail)} />
          <dt>Id</dt>
          <dd>
            <code>{detail.id}</code>
          </dd>
        </dl>
        <details class="gap-above-large">
          <summary>Technical details</summary>
          <dl class="properties">
            <Facts facts={privacyFacts(detail, privacy)} />
          </dl>
        </details>
      </section>
    </div>
  )
}

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) =>
  facts.map(([name, words]) => (
    <Fragment key={name}>
      <dt>{name}</dt>
      <dd>{words}</dd>
    </Fragment>
  ))

/** Further names are only counted. */
const mostNamed = 30

function listNames(names: readonly string[], marked?: string): string {
  const words = names
    .slice(0, mostNamed)
    .map((name) => (name === marked ? `${name} (today's, given while it is paused or nothing is known)` : name))
  const left = names.length - words.length
  return left > 0 ? `${words.join(", ")} and ${left} others` : words.join(", ")
}

type Fact = readonly [name: string, text: string]

/** An empty list where the fact does not apply. */
const factIf = (isShown: boolean, name: string, text: string): Fact[] => (isShown ? [[name, text]] : [])

function plainFacts(detail: Detail): Fact[] {
  const { reward, segments, subject, metrics, missing } = detail
  const isShare = reward.min === 0 && reward.max === 1
  const counted = countingUnit(detail)
  const guarded = metrics.map(({ name, min, max, worse }) => `${name} (${min} to ${max}, worse if ${worse})`)
  return [
    ...factIf(detail.description !== "", "About", detail.description),
    ...factIf(detail.labels.length > 0, "Labels", detail.labels.join(", ")),
    ["Created", formatMoment(Date.parse(detail.createdAt))],
    ["Options", listNames(detail.arms, detail.control)],
    ...factIf(segments !== null, "Groups, each learns apart", listNames(segments ?? [])),
    ...attributeFacts(detail),
    [
      `${capitalize(counted)} to learn from`,
      `${formatCount(detail.horizon)}${segments === null ? "" : " in each group"}`,
    ],
    ["An answer", isShare ? "a number from 0 (no) to 1 (yes)" : `a number from ${reward.min} to ${reward.max}`],
    ["People who do nothing", detail.answers === "all" ? "send an answer" : "send nothing: only successes are sent"],
    ["Wait for an answer", formatDuration(1000 * detail.rewardWindowSeconds)],
    [
      "No answer by then",
      missing === "ignore" ? "is left out" : `counts as ${isShare && missing === 0 ? "no" : missing}`,
    ],
    ...factIf(detail.ripeSeconds > 0, "Answers count from an age of", formatDuration(1000 * detail.ripeSeconds)),
    ["Same person keeps the same option", detail.sticky ? "yes" : "no"],
    ["One person counts", describeCap(subject.cap)],
    ["A difference that matters", createUnits(reward).formatAmount(detail.worthwhile)],
    ...factIf(metrics.length > 0, "What must not get worse", guarded.join("; ")),
    ...factIf(
      detail.evenShare > 0,
      "Given an option at random",
      `${Number((100 * detail.evenShare).toPrecision(6))} % of ${counted}, whatever is known`,
    ),
    ["Ends by itself", detail.stopWhen === "clear" ? "when the verdict is clear" : "no"],
    ...retentionFacts(detail),
    ["Whether someone answered is", describeArrivals(detail)],
    ["Privacy", describePrivacy(detail)],
    ["Population", detail.population ?? "none"],
  ]
}

/** The attributes, and what is published and assumed of them. */
function attributeFacts({ context }: Detail): Fact[] {
  if (context === null) return []
  const { attributes, groups, releases, notice } = context
  const described = Object.entries(attributes).map(([name, { levels, range = [], bands }]) =>
    levels === undefined
      ? `${name} (${range.join(" to ")}${bands === undefined ? ", a straight line" : `, ${bands} bands`})`
      : `${name} (${listNames(levels)})`,
  )
  const published =
    releases === "cells" ? `totals of each of ${groups?.length ?? 0} groups` : "totals of each attribute"
  return [
    ["Attributes of people", described.join("; ")],
    ["Published beside each option's total", published],
    ["Not protected", notice],
  ]
}

/** The service's own actions after the end. */
function retentionFacts({ retention }: Detail): Fact[] {
  if (retention === null) return []
  const { archiveAfterDays, archiveAt, purgeAfterDays, purgeAt } = retention
  return [
    ...factIf(archiveAfterDays !== null, "Archived automatically", describeDays(archiveAfterDays ?? 0, archiveAt)),
    ...factIf(purgeAfterDays !== null, "Answers removed automatically", describeDays(purgeAfterDays ?? 0, purgeAt)),
  ]
}

function describeDays(days: number, at: string | null): string {
  const after = `${formatCount(days)} ${days === 1 ? "day" : "days"} after its end`
  return at === null ? after : `${after}, on ${formatMoment(Date.parse(at))}`
}

function describeCap(cap: number | null): string {
  if (cap === null) return "any number of times"
  return cap === 1 ? "once" : `up to ${cap} times`
}

function describeArrivals({ outcomes, arrivals }: Detail): string {
  if (outcomes === "public") return "public, and with it what they answered"
  return arrivals === "private" ? "secret" : "public"
}

function describePrivacy({ guarantee, subject, outcomes }: Detail): string {
  if (outcomes === "public") return "none: outcomes are public"
  if (guarantee.eta === null) return "none: nothing is promised about answers"
  const { eta, about } =
    subject.eta === null ? { eta: guarantee.eta, about: " about one answer" } : { eta: subject.eta, about: "" }
  const level = findLevel(eta)?.name.toLowerCase()
  return `${level === undefined ? "" : `${level}: `}at most ${formatGuesses(eta).replace(" in 100", " right guesses in 100")}${about}`
}

function privacyFacts(detail: Detail, privacy: PrivacyView | null): Fact[] {
  const { guarantee, subject, algorithm } = detail
  const { name, ...parameters } = algorithm
  const entry = findAlgorithm(name)
  const given = Object.entries(parameters).map(([parameter, value]) => `${parameter} = ${value}`)
  return [
    ["Method", `${entry.label}${given.length === 0 ? "" : ` (${given.join(", ")})`}`],
    ["η of one answer", guarantee.eta === null ? "none" : formatLoss(guarantee.eta)],
    ...factIf(
      detail.metrics.length > 0,
      "of which for what must not get worse",
      detail.metrics.map(({ name: metric, eta }) => `${metric} ${formatLoss(eta)}`).join(", "),
    ),
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
