// The log of activity of the whole service: who changed what, and what was refused to whom.

import { useCallback } from "preact/hooks"
import type { PageProps } from "../address.ts"
import { may, useAccount } from "../experiments/account.ts"
import { connect } from "../experiments/connection.ts"
import { ErrorPage } from "../experiments/error-page.tsx"
import { SignIn } from "../experiments/sign-in.tsx"
import { useReading } from "../experiments/use-reading.ts"
import { Link } from "../layout/link.tsx"
import { Loading, NotAnswering } from "../layout/states.tsx"
import { TableHead } from "../layout/table-head.tsx"
import { describeActor, describeRefusal, nameAction } from "../text/activity-text.ts"
import { formatMoment } from "../text/times.ts"
import { SettingsFrame } from "./settings-frame.tsx"

const pageSize = 100

export function ActivityPage({ address }: PageProps) {
  const account = useAccount()
  const mayAudit = may(account, "audit")
  const after = new URLSearchParams(address.query).get("after")
  const read = useCallback(
    () => connect(0).activity({ sort: "newest", limit: pageSize, ...(after === null ? {} : { after: Number(after) }) }),
    [after],
  )
  const { data, requestError, refresh } = useReading(read, { isWanted: account === null || mayAudit, everyMs: 5000 })

  if (account !== null && !mayAudit)
    return <SignIn words="The activity is for those who may audit." onKey={() => location.reload()} />
  if (requestError !== null && (data === null || requestError.kind === "unauthorized"))
    return <ErrorPage requestError={requestError} onAgain={() => void refresh()} />
  if (data === null || account === null) return <Loading what="activity" />
  return (
    <SettingsFrame account={account} at="/settings/activity">
      <section class="card" aria-labelledby="activity">
        <h2 id="activity">Activity</h2>
        <p class="sub">
          Changes and refused requests with the name of the person or key. Decisions and answers are never in it.
        </p>
        {requestError !== null && <NotAnswering />}
        {data.activity.length === 0 ? (
          <p class="sub">Nothing yet.</p>
        ) : (
          <table class="stacked-table settings-table">
            <TableHead columns={["When", "Who", "What", "Experiment"]} />
            <tbody>
              {data.activity.map(({ number, at, action, outcome, count, experiment, key }) => (
                <tr key={number}>
                  <td class="full-row text-xs muted nowrap">{formatMoment(Date.parse(at))}</td>
                  <td class="full-row">{describeActor({ key })}</td>
                  <th scope="row" class="full-row">
                    {outcome === "refused" ? describeRefusal(action, count) : nameAction(action)}
                  </th>
                  <td class="full-row text-xs nowrap">
                    {experiment !== null && <Link to={`/experiments/${experiment}`}>{experiment}</Link>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {(after !== null || data.next !== null) && (
          <p class="export-buttons">
            {after !== null && (
              <Link class="btn" to="/settings/activity">
                Newest
              </Link>
            )}
            {data.next !== null && (
              <Link class="btn" to={`/settings/activity?after=${data.next}`}>
                Older
              </Link>
            )}
          </p>
        )}
      </section>
    </SettingsFrame>
  )
}
