// A statement in plain sentences, which the text and the page share.

import { formatPlainNumber as given, formatLoss as loss } from "@armistice/core/text"
import { adversary, listNotCovered, type Quoted } from "./not-covered.ts"
import type { StatedExperiment, Statement } from "./statement.ts"

/** A statement in plain sentences, part by part. */
export interface StatementText {
  readonly title: string
  readonly about: string
  readonly question: string
  /** The number, or a sentence that there is none. */
  readonly answer: string
  readonly meaning: readonly string[]
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly how: readonly string[]
  readonly checked: string
  readonly against: Quoted
  readonly notCovered: readonly Quoted[]
}

/** Rows that a page has room for. */
const mostRows = 10
const mostPopulations = 5

/** Puts a statement into plain sentences, for the command and for the page. */
export function describeStatement(statement: Statement): StatementText {
  return {
    title: "What anyone can learn about one person",
    about: describeScope(statement),
    question: `What is the most that anyone can learn about one person from ${nameScope(statement)}?`,
    answer: statePrivacy(statement),
    meaning: explainPrivacy(statement),
    columns: ["experiment", "since", "status", "answer", "times", "person", "figures"],
    rows: tableRows(statement),
    how: explainTable(statement),
    checked: describeCheck(statement),
    against: adversary,
    notCovered: listNotCovered(statement),
  }
}

const day = (time: string): string => time.slice(0, 10)

const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

function describeScope({ scope, name, at, experiments }: Statement): string {
  const [first] = experiments
  if (scope === "experiment" && first !== undefined)
    return `Experiment “${name}” (${first.id}), created on ${day(first.createdAt)}, ${first.status}. Statement of ${day(at)}.`
  const since = first === undefined ? "" : `, the first created on ${day(first.createdAt)}`
  const what = scope === "population" ? `Population “${name}”` : "Everything in this store"
  return `${what}: ${countText(experiments.length, "experiment")}${since}. Statement of ${day(at)}.`
}

function nameScope({ scope, experiments }: Statement): string {
  if (scope === "experiment") return "this experiment"
  const some = experiments.length === 1 ? "the experiment" : `all ${experiments.length} experiments`
  return scope === "population" ? `${some} of this population` : `${some} of this store`
}

const statePrivacy = ({ eta, rightOf100 }: Statement): string =>
  eta === null
    ? "There is no limit that holds for everyone."
    : `At most η = ${loss(eta)}: no more than ${rightOf100.toFixed(2)} of 100 guesses are right, where chance is right in 50.`

function explainPrivacy({ eta, onceEta, epsilons, experiments }: Statement): string[] {
  if (eta === null) {
    const shown = experiments.filter((one) => one.outcomes === "public").map(({ name }) => `“${name}”`)
    const unsafe = experiments
      .filter((one) => one.eta === null && one.outcomes === "private")
      .map(({ name }) => `“${name}”`)
    const open = experiments.filter((one) => one.eta !== null && one.personEta === null).map(({ name }) => `“${name}”`)
    return [
      ...(shown.length === 0
        ? []
        : [`Outcomes are public in ${list(shown)}: only successes are sent, and everyone may see who sent one.`]),
      ...(unsafe.length === 0 ? [] : [`Nothing at all is promised in ${list(unsafe)}.`]),
      ...(open.length === 0
        ? []
        : [`Nobody is counted in ${list(open)}, so any number of one person's answers may count.`]),
      ...(onceEta === null
        ? []
        : [
            `About someone with at most one answer in ${experiments.length === 1 ? "it" : "each"}: at most η = ${loss(onceEta)}.`,
          ]),
    ]
  }
  const at = epsilons.map(({ delta, epsilon }) => `ε = ${loss(epsilon)} at δ = ${given(delta)}`)
  return [
    "A guess: somebody who knows all about everyone else, and two records of this person, one of them true, says which it is.",
    `η is Gaussian differential privacy, for everything this person contributed together. The same as (ε, δ): ${at.join("; ")}.`,
  ]
}

function tableRows({ experiments }: Statement): string[][] {
  const formatLimit = (eta: number | null) => (eta === null ? "no limit" : loss(eta))
  // Where there is not room for all, those that lose most come first.
  const most = (one: StatedExperiment) => one.personEta ?? Number.MAX_VALUE
  const order = experiments.length <= mostRows ? experiments : [...experiments].sort((a, b) => most(b) - most(a))
  const rows = order
    .slice(0, mostRows)
    .map((one) => [
      one.name.length > 24 ? `${[...one.name].slice(0, 23).join("")}…` : one.name,
      day(one.createdAt),
      one.purgedAt === null ? one.status : "purged",
      formatLimit(one.eta),
      one.cap === null ? "any" : `${one.cap}${one.restores === 0 ? "" : ` × ${one.restores + 1}`}`,
      formatLimit(one.personEta),
      String(one.releases),
    ])
  const left = experiments.length - rows.length
  return left === 0 ? rows : [...rows, [`and ${left} more`, "", "", "", "", "", ""]]
}

function explainTable({ scope, populations, experiments }: Statement): string[] {
  const hasMetrics = experiments.some(({ metrics }) => metrics > 0)
  const isRestored = experiments.some(({ restores }) => restores > 0)
  return [
    `In the table: the most that one answer${hasMetrics ? " with its guardrails" : ""} tells, how many answers of one person count${isRestored ? " (again after each restore of the store)" : ""}, the most that all of them tell together, each as η, and how many figures were published.`,
    ...(scope === "experiment"
      ? []
      : ["Losses in several experiments compose as the root of the sum of their squares."]),
    ...describePopulations(populations),
    ...describeRetention(experiments),
  ]
}

/** The retention of experiments that still have answers. */
function describeRetention(experiments: Statement["experiments"]): string[] {
  const kept = experiments.filter(({ purgedAt }) => purgedAt === null)
  const days = kept.map(({ purgeAfterDays }) => purgeAfterDays).filter((count) => count !== null)
  if (days.length === 0) return []
  const [shortest, longest] = [Math.min(...days), Math.max(...days)]
  const when = shortest === longest ? countText(shortest, "day") : `${shortest} to ${longest} days`
  const left = kept.length - days.length
  const others = left === 0 ? "" : ` Of ${left} more nothing is removed automatically.`
  return [
    `Answers, noise and the hashes of people are removed automatically ${when} after the end of ${kept.length === 1 ? "the experiment" : countText(days.length, "experiment")}.${others}`,
  ]
}

function describePopulations(populations: Statement["populations"]): string[] {
  const [first] = populations
  if (first === undefined) return []
  const { name, highest, restores, personEta } = first
  if (populations.length === 1) {
    const again = restores === 0 ? "" : `, times ${restores + 1} after ${countText(restores, "restore")} of the store`
    return [
      `Population “${name}”: the highest limit that was ever in force, ${loss(highest)}${again}: at most η = ${loss(personEta)} in all its experiments together.`,
    ]
  }
  const some = populations.slice(0, mostPopulations).map((one) => `“${one.name}” ${loss(one.personEta)}`)
  const left = populations.length - some.length
  return [
    `In all experiments of a population together, the highest limit that was ever in force times one more than the restores since: ${some.join(", ")}${left === 0 ? "" : ` and ${left} more`}.`,
  ]
}

function describeCheck({ scope, experiments }: Statement): string {
  const releases = experiments.reduce((sum, one) => sum + one.releases, 0)
  const bad = experiments.filter(({ problem }) => problem !== null)
  if (bad.length > 0)
    return `NOT IN ORDER, so nothing above can be relied on: ${bad.map(({ id, problem }) => `${id}: ${problem}`).join("; ")}.`
  const [only] = experiments
  const head = scope === "experiment" && only !== undefined ? ` Fingerprint of the last figure: ${only.head}.` : ""
  return `Checked just now from the public ledger: ${countText(releases, "published figure")}, none of them changed or missing; rechecked: the limit was never exceeded.${head}`
}

const list = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ")
