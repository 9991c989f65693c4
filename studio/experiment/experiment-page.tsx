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
import { isolated } from "../text/isolated.ts"
import { Actions } from "./actions.tsx"
import { CodeTab } from "./code-tab.tsx"
import { DemoPanel } from "./demo-panel.tsx"
import { Head } from "./head.tsx"
import { Notices } from "./notices.tsx"
import { PeopleTab } from "./people-tab.tsx"
import { PrivacyTab } from "./privacy-tab.tsx"
import { type Asked, AskedQuestion } from "./questions.tsx"
import { SettingsTab } from "./settings-tab.tsx"
import { runningOptions } from "./stopped-options.ts"
import { Tabs, tabIn, tabsFor } from "./tabs.tsx"
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
  const me = useMe()
  const mayAudit = may(me, "audit")
  const tabs = tabsFor(mayAudit)
  const tab = tabIn(query, tabs)
  const { data, trouble, isSlow, refresh } = useExperiment(id, tab, mayAudit)
  const [asked, setAsked] = useState<Asked | null>(null)
  const name = data?.detail.name
  useEffect(() => {
    if (name !== undefined) document.title = `${isolated(name)} · Armistice`
  }, [name])
  const isRead = data !== null && (data.audited !== null || !mayAudit)
  if (trouble !== null && (!isRead || trouble.kind === "key"))
    return <TroublePage trouble={trouble} onAgain={() => void refresh()} />
  if (!isRead || me === null) return <Loading what="experiment" isSlow={isSlow} />
  const { detail, audited, results, history } = data
  const isOver = detail.status === "finished" || detail.status === "archived"
  const mayOperate = may(me, "operate")
  return (
    <>
      <p class="breadcrumb">
        <Link to="/experiments">Experiments</Link>
      </p>
      <div class="page-head">
        <Head data={data} me={me} />
        <Actions detail={detail} me={me} onAsk={setAsked} onChanged={() => void refresh()} />
      </div>
      <Notices data={data} me={me} trouble={trouble} isSlow={isSlow} onChanged={() => void refresh()} />
      <DemoPanel id={id} status={detail.status} />
      <Tabs tabs={tabs} at={tab} path={`/experiments/${id}`} />
      {tab === "results" && (results === null || history === null) && <Loading what="results" />}
      {tab === "results" && audited !== null && results !== null && history !== null && (
        <ResultsTab
          {...{ detail, results, history, ...audited }}
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
      {tab === "people" && <PeopleTab detail={detail} results={results} />}
      {tab === "privacy" && audited !== null && <PrivacyTab detail={detail} privacy={audited.privacy} />}
      {tab === "code" && <CodeTab experiment={detail} />}
      {tab === "settings" && <SettingsTab detail={detail} privacy={audited?.privacy ?? null} />}
      {asked !== null && (
        <AskedQuestion
          asked={asked}
          detail={detail}
          results={results}
          onChanged={() => void refresh()}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
