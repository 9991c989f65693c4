// The People tab: how many people got each option, and how many did not answer in time.

import { formatLoss } from "@armistice/core/text"
import { useRequest } from "../experiments/use-reading.ts"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { silenceSentence } from "../results/answered-card.tsx"
import { quoteName } from "../results/option-names.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { formatShare } from "../results/units.ts"
import { capitalize, formatCount, formatNumber } from "../text/numbers.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { formatDuration, formatWindow } from "../text/times.ts"
import { countingUnit, countPeople, countPlanned, mayBeUncounted } from "./people.ts"

interface Props {
  readonly detail: Detail
  /** `null` where the key may not read them. */
  readonly results: Results | null
}

/** Further options are summed up in one line. */
const mostRows = 50

export function PeopleTab({ detail, results }: Props) {
  const people = countPeople(detail)
  const answered = results === null ? null : countAnswered(results)
  return (
    <div class="stack">
      <section class="card">
        <h2>Who took part</h2>
        {people === 0 && (
          <p>
            {mayBeUncounted(detail) ? "Nobody is counted yet." : "Nobody has come yet."} People appear here when your
            program asks for an option{mayBeUncounted(detail) && " and they can be learned from"}.
          </p>
        )}
        <dl class="properties">
          <dt>{capitalize(countingUnit(detail))} served and learned from</dt>
          <dd>
            <b class="numeric">{formatNumber(people)}</b> of {formatCount(countPlanned(detail))} planned
            {detail.segments !== null &&
              ` (${formatCount(detail.horizon)} in each of ${detail.segments.length} groups)`}
          </dd>
          <dt>One person</dt>
          <dd>{describeOnePerson(detail)}</dd>
          {results !== null && (
            <>
              <dt>Answers that count so far</dt>
              <dd>{answered === null ? "Hidden: whether someone answered is secret here." : formatNumber(answered)}</dd>
              <dt>Outstanding</dt>
              <dd>
                {formatNumber(results.segments.reduce((sum, { outstanding }) => sum + outstanding, 0))}
                {detail.arrivals === "private"
                  ? ` whose ${formatWindow(detail.rewardWindowSeconds)} are not over, answered or not`
                  : ""}
              </dd>
            </>
          )}
        </dl>
      </section>
      {detail.population !== null && results !== null && <PopulationCard name={detail.population} people={people} />}
      {detail.progress.map(({ segment, decisions }) => (
        <Options
          key={segment}
          group={segment}
          detail={detail}
          decisions={decisions}
          results={results?.segments.find((one) => one.segment === segment) ?? null}
        />
      ))}
    </div>
  )
}

function describeOnePerson({ sticky, subject: { cap } }: Detail): string {
  if (sticky) return "keeps the option of the first visit, and counts once"
  if (cap === null) return "is not told apart from others: each visit counts by itself"
  return cap === 1 ? "counts once" : `counts up to ${formatNumber(cap)} times`
}

function countAnswered({ segments }: Results): number | null {
  const counts = segments.flatMap(({ arms }) => arms.map(({ rewards }) => rewards))
  return counts.some((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

interface OptionsProps {
  readonly group: string | null
  readonly detail: Detail
  readonly decisions: Readonly<Record<string, number>>
  readonly results: Results["segments"][number] | null
}

function Options({ group, detail, decisions, results }: OptionsProps) {
  const unanswered = new Map(results?.arms.map((one) => [one.arm, one.unansweredShare]))
  const rows = detail.arms
    .map((arm) => ({ arm, people: decisions[arm] ?? 0, share: unanswered.get(arm) ?? null }))
    .sort((a, b) => b.people - a.people)
  const shown = rows.slice(0, mostRows)
  const others = rows.slice(mostRows)
  const isTold = results !== null && detail.arrivals === "public"
  const column = `No answer within ${formatDuration(1000 * detail.rewardWindowSeconds)}`
  return (
    <section class="card">
      <h2>{group === null ? "What people were given" : `What people were given in ${group}`}</h2>
      {isTold && <p>{silenceSentence(detail)} Very different shares would make the comparison unfair.</p>}
      <Scroll label={group === null ? "Options" : `Options in ${group}`}>
        <table class="stacked-table">
          <TableHead columns={["Option", alignRight(capitalize(countingUnit(detail))), isTold && alignRight(column)]} />
          <tbody>
            {shown.map(({ arm, people, share }) => (
              <tr key={arm}>
                <th scope="row">{arm}</th>
                <td class="align-right" data-label={capitalize(countingUnit(detail))}>
                  {formatNumber(people)}
                </td>
                {isTold && (
                  <td class="align-right nowrap" data-label={column}>
                    {share === null ? "not known yet" : formatShare(share)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {others.length > 0 && (
        <p class="caption">
          {others.length} others with {formatNumber(others.reduce((sum, { people }) => sum + people, 0))}{" "}
          {countingUnit(detail)} in all.
        </p>
      )}
      {isTold && results !== null && <p class="caption">{describeDifference(results)}</p>}
    </section>
  )
}

function describeDifference({ sharesDiffer }: Results["segments"][number]): string {
  if (sharesDiffer === null) return "Nothing suggests that one option is answered more often or sooner than another."
  const { arm, share, other, otherShare, seconds } = sharesDiffer
  return `Within ${formatDuration(1000 * seconds)} ${formatShare(share)} answer with ${quoteName(arm)} and ${formatShare(otherShare)} with ${quoteName(other)}. This is more than chance: find out why before you compare them.`
}

interface PopulationProps {
  readonly name: string
  /** People counted in the experiment. A change reloads the population. */
  readonly people: number
}

function PopulationCard({ name, people }: PopulationProps) {
  const view = useRequest((client) => client.population(name).read(), name, people)
  if (view === null) return null
  return (
    <section class="card">
      <h2>Population {view.name}</h2>
      <p>
        All its experiments together keep one limit for each person. People who reached it are served, but nothing is
        learned from them.
      </p>
      <dl class="properties">
        <dt>Most that anyone can learn about one person</dt>
        <dd>
          {computeRightGuesses(view.subjectEta)} right guesses in 100 (η = {formatLoss(view.subjectEta)})
        </dd>
        <dt>Experiments in it</dt>
        <dd>{view.experiments.length}</dd>
        <dt>People counted in any of them</dt>
        <dd>{formatNumber(view.people)}</dd>
        <dt>Of these at their limit</dt>
        <dd>{formatNumber(view.atLimit)}</dd>
      </dl>
    </section>
  )
}
