// One experiment: its name, where it stands and what may be done with it; under it, in tabs that are part of the address, what it says,
// who took part, what anyone can learn about one person, how to call it, and what was fixed.

import { useEffect, useState } from "preact/hooks"
import { connect } from "../experiments/connection.ts"
import { may, useMe } from "../experiments/me.ts"
import { TroublePage } from "../experiments/trouble.tsx"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import type { PageProps } from "../pages.tsx"
import { ResultsTab } from "../results/results-tab.tsx"
import type { Results } from "../results/results-types.ts"
import { isolated } from "../text/isolated.ts"
import { Actions } from "./actions.tsx"
import { CodeTab } from "./code-tab.tsx"
import { DemoPanel } from "./demo-panel.tsx"
import { Head } from "./head.tsx"
import { Notices } from "./notices.tsx"
import { countedAs } from "./people.ts"
import { PeopleTab } from "./people-tab.tsx"
import { PrivacyTab } from "./privacy-tab.tsx"
import { type Asked, AskedQuestion } from "./questions.tsx"
import { SettingsTab } from "./settings-tab.tsx"
import { runningOptions } from "./stopped-options.ts"
import { type Tab, Tabs, tabIn, tabsFor } from "./tabs.tsx"
import { useExperiment } from "./use-experiment.ts"
import "../style/rooms.css"

/** Where it could not be noted, the button is still there. */
const markSeen = (id: string): Promise<unknown> =>
  connect()
    .experiment(id)
    .markHarmSeen()
    .catch(() => undefined)

export const ExperimentPage = ({ rest, address }: PageProps) => (
  <OneExperiment key={rest} id={rest} query={address.query} />
)

function OneExperiment({ id, query }: { readonly id: string; readonly query: string }) {
  const { read, trouble, isSlow, refresh } = useExperiment(id)
  const me = useMe()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [results, setResults] = useState<Results | null>(null)
  const name = read?.detail.name
  useEffect(() => {
    if (name !== undefined) document.title = `${isolated(name)} · Armistice`
  }, [name])
  if (trouble !== null && (read === null || trouble.kind === "key"))
    return <TroublePage trouble={trouble} onAgain={() => void refresh()} />
  if (read === null || me === null) return <Loading what="experiment" isSlow={isSlow} />
  const { detail, audited } = read
  const tabs = tabsFor(me)
  const tab: Tab = tabIn(query, tabs)
  // What the head and the questions count is what the tab below counts.
  const counted = countedAs(detail, tab === "results" || tab === "people" ? results : null)
  const isOver = detail.status === "finished" || detail.status === "archived"
  const mayOperate = may(me, "operate")
  return (
    <>
      <p class="crumb">
        <Link to="/experiments">Experiments</Link>
      </p>
      <div class="head">
        <Head read={{ ...read, detail: counted }} me={me} />
        <Actions detail={detail} me={me} onAsk={setAsked} onChanged={() => void refresh()} />
      </div>
      <Notices read={read} me={me} trouble={trouble} isSlow={isSlow} onChanged={() => void refresh()} />
      <DemoPanel id={id} status={detail.status} />
      <Tabs tabs={tabs} at={tab} path={`/experiments/${id}`} />
      {tab === "results" && audited !== null && (
        <ResultsTab
          detail={detail}
          privacy={audited.privacy}
          onResults={setResults}
          {...(mayOperate && !isOver
            ? {
                finish: () => setAsked("finish"),
                extend: () => setAsked("extend"),
                countLater: (ripeSeconds) => setAsked({ ripeSeconds }),
                resumeOption: (resume) => setAsked({ resume }),
                ...(runningOptions(detail).length > 1 ? { stopOption: (stop) => setAsked({ stop }) } : {}),
              }
            : {})}
          {...(mayOperate ? { markSeen: () => void markSeen(id).finally(() => void refresh()) } : {})}
          {...(mayOperate && isOver ? { followUp: () => setAsked("copy"), archive: () => setAsked("archive") } : {})}
        />
      )}
      {tab === "people" && <PeopleTab detail={detail} mayReadResults={audited !== null} onResults={setResults} />}
      {tab === "privacy" && audited !== null && <PrivacyTab detail={detail} privacy={audited.privacy} />}
      {tab === "code" && <CodeTab experiment={detail} />}
      {tab === "settings" && <SettingsTab detail={detail} privacy={audited?.privacy ?? null} />}
      {asked !== null && (
        <AskedQuestion
          asked={asked}
          detail={counted}
          results={results}
          onChanged={() => void refresh()}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
