// The verdicts of all groups and what can be done next.

import { useState } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { Button } from "../layout/button.tsx"
import { writeFinishLabel } from "./finish-label.ts"
import { type HarmActions, HarmButtons } from "./harm-buttons.tsx"
import { PersonalisationCard } from "./personalisation-card.tsx"
import { isAboutPersonalising, writePersonalFinishLabel, writePersonalisation } from "./personalisation-text.ts"
import { byUrgency, hasEnded, isDecided } from "./ranking.ts"
import { writeReport } from "./report.ts"
import type { Detail, Results } from "./results-types.ts"
import { StoppedNotes } from "./stopped-notes.tsx"
import { Verdict } from "./verdict.tsx"
import { VerdictNews } from "./verdict-news.tsx"
import { describeVerdict } from "./verdict-text.ts"

interface Props extends HarmActions {
  readonly results: Results
  readonly detail: Detail
  readonly finish?: (() => void) | undefined
  readonly extend?: (() => void) | undefined
  readonly followUp?: (() => void) | undefined
  readonly archive?: (() => void) | undefined
}

const firstVerdicts = 6

export function Verdicts({ results, detail, finish, extend, followUp, archive, ...harmActions }: Props) {
  const groups = results.segments
  const [isWhole, setWhole] = useState(false)
  const described = groups.map((group) => ({ segment: group.segment, ...describeVerdict(group, results, detail) }))
  const isPersonal = isAboutPersonalising(results, detail)
  const verdict = isPersonal ? [{ segment: null, ...writePersonalisation(results, detail) }] : described
  const harms = verdict.flatMap(({ harm }) => (harm === undefined ? [] : [harm]))
  const isEnded = hasEnded(results)
  // With keys, so that no button becomes another one under the focus when the experiment ends.
  const buttons = isEnded ? (
    <div key="ended" class="row">
      <CopyButton
        class="btn primary"
        text={() => writeReport(results, detail, location.href)}
        label="Copy the report"
      />
      {followUp !== undefined && <Button onClick={followUp}>Start a follow-up</Button>}
      {archive !== undefined && results.status === "finished" && (
        <Button class="ghost" onClick={archive}>
          Archive
        </Button>
      )}
    </div>
  ) : (
    (finish !== undefined || harms.length > 0) && (
      <div key="running" class="row">
        {harms.length > 0 && <HarmButtons harms={harms} detail={detail} {...harmActions} />}
        {extend !== undefined && groups.some(({ state }) => state === "ended_undecided") && (
          <Button onClick={extend}>Extend …</Button>
        )}
        {finish !== undefined && (
          <Button class={isDecided(results) ? "primary" : ""} onClick={finish}>
            {isPersonal ? writePersonalFinishLabel(results, detail) : writeFinishLabel(groups)}
          </Button>
        )}
      </div>
    )
  )
  const around = (
    <>
      <VerdictNews verdicts={verdict} />
      <StoppedNotes
        results={results}
        detail={detail}
        mentioned={harms.map(({ arm }) => arm)}
        resumeOption={isEnded ? undefined : harmActions.resumeOption}
      />
    </>
  )
  if (isPersonal)
    return (
      <>
        <PersonalisationCard results={results} detail={detail}>
          {buttons}
        </PersonalisationCard>
        {around}
      </>
    )
  const [only] = groups
  if (only !== undefined && groups.length === 1)
    return (
      <>
        <Verdict group={only} results={results} detail={detail}>
          {buttons}
        </Verdict>
        {around}
      </>
    )
  const shown = isWhole ? groups : [...groups].sort(byUrgency).slice(0, firstVerdicts)
  return (
    <>
      <div class="verdict-columns">
        {shown.map((group) => (
          <Verdict key={group.segment} group={group} results={results} detail={detail} />
        ))}
      </div>
      {shown.length < groups.length && (
        <Button class="gap-below" onClick={() => setWhole(true)}>
          Show the verdicts of all {groups.length} groups
        </Button>
      )}
      {buttons !== false && <div class="gap-below">{buttons}</div>}
      {around}
    </>
  )
}
