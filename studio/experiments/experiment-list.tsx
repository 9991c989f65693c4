// All experiments that the key may see: urgent, waiting for a decision, still learning, done.

import { useEffect, useState } from "preact/hooks"
import { goTo, type PageProps, writeQuery } from "../address.ts"
import { useDebounced } from "../controls/use-debounced.ts"
import { Button } from "../layout/button.tsx"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import { formatAgo } from "../text/times.ts"
import { describeAccount, may, signOut, useAccount } from "./account.ts"
import { connect, describeError, type RequestError, readKey } from "./connection.ts"
import { DecideKeyPage } from "./decide-key-page.tsx"
import { startDemo } from "./demo.ts"
import { EmptyList } from "./empty-list.tsx"
import { ErrorPage } from "./error-page.tsx"
import { ExperimentParts } from "./experiment-parts.tsx"
import { Populations } from "./populations.tsx"
import { SearchBar } from "./search-bar.tsx"
import { countFiltered, type Filter, filters, firstRows, moreRows, type RowLimits, useList } from "./use-list.ts"
import "../style/experiments.css"

const restMs = 250

export function ExperimentList({ address }: PageProps) {
  const query = new URLSearchParams(address.query)
  const filter = filters.find((one) => one === query.get("show")) ?? "all"
  const [typed, setTyped] = useState(query.get("q") ?? "")
  const q = useDebounced(typed.trim(), restMs)
  const [wanted, setWanted] = useState<RowLimits>({})
  const account = useAccount()
  const {
    data: list,
    requestError,
    isSlow,
    refresh,
  } = useList(q, filter, wanted, account === null || may(account, "audit"))
  const [failure, setFailure] = useState<{ readonly requestError: RequestError; readonly at: number } | null>(null)
  const setProblem = (requestError: RequestError | null) =>
    setFailure(requestError === null ? null : { requestError, at: Date.now() })
  const [isStarting, setStarting] = useState(false)
  const isDemoWanted = query.get("demo") === "start"

  const demo = async () => {
    if (isStarting) return
    setStarting(true)
    setProblem(null)
    try {
      goTo(`/experiments/${await startDemo()}`)
    } catch (error) {
      setProblem(describeError(error))
      setStarting(false)
    }
  }
  const markSeen = async (id: string) => {
    setProblem(null)
    try {
      await connect().experiment(id).markHarmSeen()
    } catch (error) {
      setProblem(describeError(error))
    }
    await refresh()
  }
  useEffect(() => {
    if (!isDemoWanted) return
    // Going back must not start another demo.
    history.replaceState(null, "", "/experiments")
    void demo()
  }, [isDemoWanted])
  useEffect(() => writeQuery(queryText(q, filter)), [q, filter])

  if (account !== null && !may(account, "audit")) return <DecideKeyPage account={account} />
  // The service has answered since the failure.
  const isOutdated = failure?.requestError.kind === "disconnected" && list !== null && list.at > failure.at
  const problem = failure === null || isOutdated ? null : failure.requestError
  const stopped = problem?.kind === "unauthorized" ? problem : requestError
  if (stopped !== null && (list === null || stopped.kind === "unauthorized"))
    return (
      <ErrorPage
        requestError={stopped}
        onAgain={() => {
          setProblem(null)
          void refresh()
        }}
      />
    )
  if (list === null || account === null) return <Loading what="experiments" isSlow={isSlow} />
  const { counts } = list
  const isEmpty = q === "" && countFiltered("all", counts) + counts.archived === 0
  const mayCreate = may(account, "operate")
  const buttons = (isDemoFirst: boolean) => {
    const watch = (
      <Button class={isDemoFirst ? "primary" : ""} aria-disabled={isStarting} onClick={() => void demo()}>
        {isStarting ? "Starting …" : "Watch the demo"}
      </Button>
    )
    return (
      <>
        {/* Simulated people ask for options and answer, which a key that operates may not. */}
        {may(account, "decide") && watch}
        <Link to="/experiments/new" class={isDemoFirst && may(account, "decide") ? "btn" : "btn primary"}>
          New experiment
        </Link>
      </>
    )
  }
  return (
    <>
      <div class="page-head list-head">
        <div>
          <h1>Experiments</h1>
        </div>
        {mayCreate && !isEmpty && <div class="row">{buttons(false)}</div>}
      </div>
      <div role="status">
        {requestError !== null && (
          <p class="note warn">
            The service does not answer just now. What you see is from {formatAgo(list.at)}; this page goes on by itself
            when it is back.
          </p>
        )}
        {requestError === null && isSlow && <p class="note">The service takes long to answer just now.</p>}
        {problem !== null && <p class="note bad">{problem.message}</p>}
      </div>
      {isEmpty ? (
        <EmptyList>{mayCreate ? buttons(true) : null}</EmptyList>
      ) : (
        <>
          <SearchBar
            typed={typed}
            onTyped={setTyped}
            filter={filter}
            counts={counts}
            formatQuery={(one) => queryText(q, one)}
          />
          <ExperimentParts
            list={list}
            filter={filter}
            q={q}
            onSeen={mayCreate ? (id) => void markSeen(id) : undefined}
            onMore={(part) => setWanted({ ...wanted, [part]: (wanted[part] ?? firstRows) + moreRows })}
          />
        </>
      )}
      <Populations />
      {readKey() !== null && (
        <p class="caption list-footer">
          {describeAccount(account)}{" "}
          <Button class="small" onClick={() => void signOut()}>
            Forget the key
          </Button>
        </p>
      )}
    </>
  )
}

function queryText(q: string, filter: Filter): string {
  const query = new URLSearchParams({ ...(q === "" ? {} : { q }), ...(filter === "all" ? {} : { show: filter }) })
  return query.size === 0 ? "" : `?${query}`
}
