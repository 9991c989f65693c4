// The page of one experiment: name, status, actions, and tabs that are part of the address.

import { useEffect, useState } from "preact/hooks"
import type { PageProps } from "../address.ts"
import { may, useAccount } from "../experiments/account.ts"
import { connect } from "../experiments/connection.ts"
import { ErrorPage } from "../experiments/error-page.tsx"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import { hasEnded } from "../results/ranking.ts"
import { ResultsTab } from "../results/results-tab.tsx"
import { isolateName } from "../text/isolate-name.ts"
import { Actions } from "./actions.tsx"
import { CodeTab } from "./code-tab.tsx"
import { DemoPanel } from "./demo-panel.tsx"
import { type DialogRequest, ExperimentDialog } from "./experiment-dialog.tsx"
import { Head } from "./head.tsx"
import { Notices } from "./notices.tsx"
import { PeopleTab } from "./people-tab.tsx"
import { PrivacyTab } from "./privacy-tab.tsx"
import { SettingsTab } from "./settings-tab.tsx"
import { listRunningOptions } from "./stopped-options.ts"
import { findTab, listTabs, Tabs } from "./tabs.tsx"
import { useExperiment } from "./use-experiment.ts"
import "../style/experiments.css"

/** If the request fails, the button stays and can be pressed again. */
const markSeen = (id: string): Promise<unknown> =>
  connect()
    .experiment(id)
    .markHarmSeen()
    .catch(() => undefined)

export const ExperimentPage = ({ rest, address }: PageProps) => (
  <OneExperiment key={rest} id={rest} query={address.query} />
)

function OneExperiment({ id, query }: { readonly id: string; readonly query: string }) {
  const account = useAccount()
  const mayAudit = may(account, "audit")
  const tabs = listTabs(mayAudit)
  const tab = findTab(query, tabs)
  const { data, requestError, isSlow, refresh } = useExperiment(id, tab, mayAudit)
  const [dialog, setDialog] = useState<DialogRequest | null>(null)
  const name = data?.detail.name
  useEffect(() => {
    if (name !== undefined) document.title = `${isolateName(name)} · Armistice`
  }, [name])
  const isRead = data !== null && (data.audited !== null || !mayAudit)
  if (requestError !== null && (!isRead || requestError.kind === "unauthorized"))
    return <ErrorPage requestError={requestError} onAgain={() => void refresh()} />
  if (!isRead || account === null) return <Loading what="experiment" isSlow={isSlow} />
  const { detail, audited, results, history } = data
  const isOver = hasEnded(detail)
  const mayOperate = may(account, "operate")
  return (
    <>
      <p class="breadcrumb">
        <Link to="/experiments">Experiments</Link>
      </p>
      <div class="page-head">
        <Head data={data} account={account} />
        <Actions detail={detail} account={account} onOpenDialog={setDialog} onChanged={() => void refresh()} />
      </div>
      <Notices
        data={data}
        account={account}
        requestError={requestError}
        isSlow={isSlow}
        onChanged={() => void refresh()}
      />
      <DemoPanel id={id} status={detail.status} />
      <Tabs tabs={tabs} at={tab} path={`/experiments/${id}`} />
      {tab === "results" && (results === null || history === null) && <Loading what="results" />}
      {tab === "results" && audited !== null && results !== null && history !== null && (
        <ResultsTab
          {...{ detail, results, history, ...audited }}
          {...(mayOperate && !isOver
            ? {
                finish: () => setDialog({ kind: "finish" }),
                extend: () => setDialog({ kind: "extend" }),
                countLater: (ripeSeconds) => setDialog({ kind: "ripe", ripeSeconds }),
                resumeOption: (arm) => setDialog({ kind: "resume", arm }),
                ...(listRunningOptions(detail).length > 1
                  ? { stopOption: (arm) => setDialog({ kind: "stop", arm }) }
                  : {}),
              }
            : {})}
          {...(mayOperate ? { markSeen: () => void markSeen(id).finally(() => void refresh()) } : {})}
          {...(mayOperate && isOver
            ? { followUp: () => setDialog({ kind: "copy" }), archive: () => setDialog({ kind: "archive" }) }
            : {})}
        />
      )}
      {tab === "people" && <PeopleTab detail={detail} results={results} />}
      {tab === "privacy" && audited !== null && <PrivacyTab detail={detail} privacy={audited.privacy} />}
      {tab === "code" && <CodeTab experiment={detail} />}
      {tab === "settings" && <SettingsTab detail={detail} privacy={audited?.privacy ?? null} />}
      {dialog !== null && (
        <ExperimentDialog
          dialog={dialog}
          detail={detail}
          results={results}
          onChanged={() => void refresh()}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
