// Who took part: how many were given each option, and of how many there is no answer yet. Very different rates would make a comparison
// unfair.

import { Heads, right } from "../layout/heads.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { capital } from "../new/words.ts"
import type { Detail, Results } from "../results/results-types.ts"
import { shareText } from "../results/units.ts"
import { countInWords } from "../text/numbers.ts"
import { durationText } from "../text/times.ts"
import { type Share, shareWithin } from "./no-answer.ts"
import { countedAs, countedIn, mayBeUncounted, peopleIn, plannedIn } from "./people.ts"
import { PopulationCard } from "./population-card.tsx"
import { useLatestResults } from "./use-latest-results.ts"
import { type Tell, useTelling } from "./use-telling.ts"

interface Props {
  readonly detail: Detail
  readonly mayReadResults: boolean
  readonly onResults: Tell
}

/** Of so many options the others are one line. */
const mostRows = 50

export function PeopleTab({ detail: read, mayReadResults, onResults }: Props) {
  const results = useLatestResults(mayReadResults ? read : null)
  useTelling(results, onResults)
  const detail = countedAs(read, results)
  const people = peopleIn(detail)
  const answered = results === null ? null : answeredIn(results)
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
        <dl class="kv">
          <dt>{capital(countedIn(detail))} served and learned from</dt>
          <dd>
            <b class="n">{people.toLocaleString("en-US")}</b> of {countInWords(plannedIn(detail))} planned
            {detail.segments !== null &&
              ` (${countInWords(detail.horizon)} in each of ${detail.segments.length} groups)`}
          </dd>
          <dt>One person</dt>
          <dd>{onePerson(detail)}</dd>
          {results !== null && (
            <>
              <dt>Answered</dt>
              <dd>
                {detail.arrivals === "private"
                  ? "Hidden: whether someone answered is secret here."
                  : answered === null
                    ? "Not counted: an older version began this experiment."
                    : `${answered.toLocaleString("en-US")}${people === 0 ? "" : ` (${shareText(answered / people)} of those served)`}`}
              </dd>
            </>
          )}
        </dl>
      </section>
      {detail.population !== null && mayReadResults && <PopulationCard name={detail.population} people={people} />}
      {detail.progress.map(({ segment, decisions }) => (
        <Options
          key={segment}
          group={segment}
          detail={detail}
          decisions={decisions}
          arms={results?.segments.find((one) => one.segment === segment)?.arms ?? null}
        />
      ))}
    </div>
  )
}

function onePerson({ sticky, subject: { cap } }: Detail): string {
  if (sticky) return "keeps the option of the first visit, and counts once"
  if (cap === null) return "is not told apart from others: each visit counts by itself"
  return cap === 1 ? "counts once" : `counts up to ${cap.toLocaleString("en-US")} times`
}

function answeredIn({ segments }: Results): number | null {
  const counts = segments.flatMap(({ arms }) => arms.map(({ rewards }) => rewards))
  return counts.some((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

type Arms = Results["segments"][number]["arms"]

interface OptionsProps {
  readonly group: string | null
  readonly detail: Detail
  readonly decisions: Readonly<Record<string, number>>
  readonly arms: Arms | null
}

interface Row {
  readonly arm: string
  readonly people: number
  readonly missing: number | null
  readonly share: Share | null
}

function Options({ group, detail, decisions, arms }: OptionsProps) {
  const rewards = new Map(arms?.map((one) => [one.arm, one.rewards]))
  const rows: Row[] = detail.arms
    .map((arm) => {
      const people = decisions[arm] ?? 0
      const came = rewards.get(arm) ?? null
      const missing = came === null ? null : Math.max(0, people - came)
      return { arm, people, missing, share: missing === null || people === 0 ? null : shareWithin(missing, people) }
    })
    .sort((a, b) => b.people - a.people)
  const shown = rows.slice(0, mostRows)
  const others = rows.slice(mostRows)
  const isTold = rows.some(({ missing }) => missing !== null)
  return (
    <section class="card">
      <h2>{group === null ? "What people were given" : `What people were given in ${group}`}</h2>
      {isTold && (
        <p>
          After {durationText(1000 * detail.rewardWindowSeconds)} a missing answer counts as {missingWords(detail)}.
          Very different rates would make the comparison unfair.
        </p>
      )}
      <Scroll label={group === null ? "Options" : `Options in ${group}`}>
        <table class="cardy">
          <Heads
            of={[
              "Option",
              right(capital(countedIn(detail))),
              isTold && right("No answer so far"),
              isTold &&
                right(
                  <>
                    Share <span class="nw">(95 % interval)</span>
                  </>,
                ),
            ]}
          />
          <tbody>
            {shown.map(({ arm, people, missing, share }) => (
              <tr key={arm}>
                <th scope="row">{arm}</th>
                <td class="r" data-l={capital(countedIn(detail))}>
                  {people.toLocaleString("en-US")}
                </td>
                {isTold && (
                  <>
                    <td class="r" data-l="No answer so far">
                      {missing === null ? "–" : missing.toLocaleString("en-US")}
                    </td>
                    <td class="r nw" data-l="Share">
                      {share === null ? "–" : `${shareText(share.share)} (${outwards(share)})`}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {others.length > 0 && (
        <p class="cap">
          {others.length} others with {others.reduce((sum, { people }) => sum + people, 0).toLocaleString("en-US")}{" "}
          {countedIn(detail)} in all.
        </p>
      )}
      {isTold && <Judgement rows={rows} counted={countedIn(detail)} />}
    </section>
  )
}

/** "2.9 to 3.4", in per cent: rounded outwards, since an end that is rounded inwards says more than is known. */
const outwards = ({ low, high }: Share): string =>
  `${(Math.floor(1000 * low) / 10).toFixed(1)} to ${(Math.ceil(1000 * high) / 10).toFixed(1)}`

/** What a missing answer counts as, in words where answers are yes or no. */
const missingWords = ({ reward, defaultReward }: Detail): string =>
  reward.min === 0 && reward.max === 1 && defaultReward === 0 ? "no" : String(defaultReward)

function Judgement({ rows, counted }: { readonly rows: readonly Row[]; readonly counted: string }) {
  const known = rows.flatMap(({ arm, share }) => (share === null ? [] : [{ arm, ...share }]))
  if (known.length < 2) return null
  const highest = known.reduce((most, one) => (one.low > most.low ? one : most))
  const lowest = known.reduce((least, one) => (one.high < least.high ? one : least))
  return (
    <p class="cap">
      {highest.low <= lowest.high
        ? "The rates agree within their intervals: nothing suggests that one option makes people vanish. Those who came last have had less time to answer."
        : `More ${counted} are without an answer with ${highest.arm} than with ${lowest.arm}. Find out why before you compare them; those who came last have had less time to answer.`}
    </p>
  )
}
