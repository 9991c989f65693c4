// The Results tab: the verdict, then the evidence for it.

import { useMemo, useState } from "preact/hooks"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { formatDuration } from "../text/times.ts"
import { IntegrityNotes, LateAnswers, NearlyAllLargest } from "./answer-notes.tsx"
import { AnsweredCard, HiddenAnswers } from "./answered-card.tsx"
import { ContextBasis, ContextGroups } from "./context-groups.tsx"
import { CostCard } from "./cost-card.tsx"
import { EstimatesCard } from "./estimates-card.tsx"
import { Guardrails } from "./guardrails.tsx"
import type { HarmActions } from "./harm-buttons.tsx"
import { quoteName } from "./option-names.ts"
import { isChosenHere, OptionsCard } from "./options-card.tsx"
import { PrivacyCard } from "./privacy-card.tsx"
import { ProgressCard } from "./progress-card.tsx"
import { byUrgency, countGroupPeople, hasEnded, isOver } from "./ranking.ts"
import type { ActivityEntry, Detail, Group, HistoryEntry, PrivacyView, Results } from "./results-types.ts"
import { listTimeline, Timeline } from "./timeline.tsx"
import { Verdicts } from "./verdicts.tsx"
import "../style/verdict.css"
import "../style/results.css"
import "../style/results-narrow.css"
import "../style/dense-table.css"

export interface ResultsTabProps extends HarmActions {
  readonly detail: Detail
  readonly privacy: PrivacyView
  readonly results: Results
  /** The results after each release, the oldest first. */
  readonly history: readonly HistoryEntry[]
  /** The newest first. */
  readonly activity: readonly ActivityEntry[]
  /** Opens the question whether to finish; left out where the key may not. */
  readonly finish?: () => void
  /** Opens the question how many more people to learn from; left out where the key may not. */
  readonly extend?: () => void
  /** Starts a copy of an experiment that is over, and archives it. */
  readonly followUp?: () => void
  readonly archive?: () => void
  /** Opens the question whether answers count only from an age on. */
  readonly countLater?: (ripeSeconds: number) => void
}

export function ResultsTab(props: ResultsTabProps) {
  const { detail, privacy, results, history, activity, countLater, ...actions } = props
  const groups = results.segments
  const [chosenName, choose] = useState<string | null>(null)
  const chosen = groups.find(({ segment }) => segment === chosenName) ?? [...groups].sort(byUrgency)[0]
  const timeline = useMemo(() => listTimeline(activity, history, detail, results), [activity, history, detail, results])
  if (chosen === undefined) return null
  const choice = groups.length > 1 && <GroupChoice groups={groups} chosen={chosen} onChoose={choose} />
  // Evidence of harm comes before the rest.
  const guardrails = <Guardrails group={chosen} detail={detail} level={results.level} />
  // The choice of a group appears once: with the options if they are those of one group, otherwise
  // with the estimates.
  const isWithOptions = isChosenHere(detail, groups)
  return (
    <>
      {results.status === "paused" && (
        <p class="note gap-below">
          {describePause(detail)} Nobody new is learned from; answers of {countingUnit(detail)} already in it still
          count.
        </p>
      )}
      <NearlyAllLargest groups={groups} />
      <IntegrityNotes groups={groups} />
      <Verdicts results={results} detail={detail} {...actions} />
      {results.status === "running" && groups.every((group) => isOver(group, results, detail)) && (
        <p class="note gap-below">
          All planned {countingUnit(detail)} have come: everyone new is given{" "}
          {detail.afterTarget === "control" ? `${quoteName(detail.control)}, the control,` : "what did best,"} and is
          not learned from. Answers of those who came last still count until their{" "}
          {formatDuration(1000 * detail.rewardWindowSeconds)} are over; the figures can still move a little.
        </p>
      )}
      <LateAnswers results={results} detail={detail} activity={activity} />
      {groups.map((group) => (
        <AnsweredCard key={group.segment} {...{ group, detail, countLater }} />
      ))}
      {detail.arrivals === "private" && !hasEnded(results) && <HiddenAnswers detail={detail} />}
      {detail.context === null ? (
        <OptionsCard {...{ detail, results, chosen }} choice={isWithOptions && choice} />
      ) : (
        <ContextGroups detail={detail} results={results} />
      )}
      <div class="main-and-side">
        <div class="stack">
          {chosen.harm.length > 0 && guardrails}
          {detail.context === null ? (
            <>
              <div class="two-columns">
                <EstimatesCard {...{ detail, results, history, chosen }} choice={!isWithOptions && choice} />
                <ProgressCard {...{ detail, results, history, activity, chosen }} />
              </div>
              <CostCard key={chosen.segment} group={chosen} results={results} detail={detail} />
            </>
          ) : (
            <>
              <ContextBasis detail={detail} results={results} />
              <Timeline entries={timeline} />
            </>
          )}
          {chosen.harm.length === 0 && guardrails}
        </div>
        <div class="stack">
          <PrivacyCard
            privacy={privacy}
            detail={detail}
            {...describePrivacy(detail, isOver(chosen, results, detail), groups)}
          />
          {detail.context === null && <Timeline entries={timeline} />}
        </div>
      </div>
    </>
  )
}

/** Says which option people get while the experiment is paused. */
const describePause = ({ control, serve, sticky }: Pick<Detail, "control" | "serve" | "sticky">): string =>
  serve === "sticky" && sticky
    ? `While it is paused, people keep the option they have, and everyone new is given ${quoteName(control)}, the control.`
    : `While it is paused, everyone is given ${quoteName(control)}, the control.`

function describePrivacy(detail: Detail, isEnded: boolean, groups: readonly Group[]): { readonly words?: string } {
  if (isEnded)
    return {
      words: `This held for each of the ${formatPeople(
        groups.reduce((sum, group) => sum + countGroupPeople(group), 0),
        detail,
      )}, and holds for as long as the record is public.`,
    }
  return detail.segments !== null && detail.subject.cap === 1
    ? { words: "Groups are public and nobody counts in two of them, so this holds for the whole experiment." }
    : {}
}

interface ChoiceProps {
  readonly groups: readonly Group[]
  readonly chosen: Group
  readonly onChoose: (name: string | null) => void
}

/** More groups than these are shown as a list. */
const mostRadios = 6

function GroupChoice({ groups, chosen, onChoose }: ChoiceProps) {
  if (groups.length > mostRadios)
    return (
      <label class="segment-choice">
        <span class="text-sm">Group</span>
        <select class="input" onChange={(event) => onChoose(event.currentTarget.value)}>
          {groups.map(({ segment }) => (
            <option key={segment} value={segment ?? ""} selected={segment === chosen.segment}>
              {segment}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <fieldset class="segment-choice" aria-label="Group">
      {groups.map((group) => (
        <label key={group.segment}>
          <input type="radio" name="group" checked={group === chosen} onChange={() => onChoose(group.segment)} />
          {group.segment}
        </label>
      ))}
    </fieldset>
  )
}
