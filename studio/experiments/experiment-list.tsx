// All experiments that the key may see, in four parts: urgent, waiting for a decision, still
// learning, done.

import { useEffect, useState } from "preact/hooks"
import { goTo, type PageProps, writeQuery } from "../address.ts"
import { useDebounced } from "../controls/use-debounced.ts"
import { Button } from "../layout/button.tsx"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import { formatNumber } from "../text/numbers.ts"
import { formatAgo } from "../text/times.ts"
import { describeAccount, may, signOut, useAccount } from "./account.ts"
import { connect, describeError, type RequestError, readKey } from "./connection.ts"
import { DecideKeyPage } from "./decide-key-page.tsx"
import { startDemo } from "./demo.ts"
import { EmptyList } from "./empty-list.tsx"
import { ErrorPage } from "./error-page.tsx"
import { ExperimentRow } from "./experiment-row.tsx"
import { createLeadAxis, type LeadAxis } from "./lead-axis.ts"
import { Populations } from "./populations.tsx"
import { isHarmful } from "./row-text.ts"
import { SearchBar } from "./search-bar.tsx"
import {
  countFiltered,
  type ExperimentListData,
  type Filter,
  filters,
  firstRows,
  type ListPart,
  moreRows,
  type RowLimits,
  useList,
} from "./use-list.ts"
import "../style/experiments.css"

const titles: Readonly<Record<ListPart, string>> = {
  urgent: "Needs you now",
  waiting: "Waiting for your decision",
  learning: "Still learning",
  done: "Done",
}

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
          <Parts
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

interface PartsProps {
  readonly list: ExperimentListData
  readonly filter: Filter
  readonly q: string
  /** Marks harm as seen; left out where the key may not. */
  readonly onSeen: ((id: string) => void) | undefined
  readonly onMore: (part: ListPart) => void
}

function Parts({ list, filter, q, onSeen, onMore }: PartsProps) {
  const axis = createLeadAxis(list.parts.flatMap(({ rows }) => rows))
  const shown = list.parts.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0)
    return (
      <p class="note">
        {q === "" ? "There is none of these." : `Nothing is called, has an option or has an id like “${q}”.`}
        {list.counts.archived > 0 && filter !== "archived" && ` Archived ones are apart: ${list.counts.archived}.`}
      </p>
    )
  return (
    <>
      <Heading axis={axis} />
      {shown.map(({ part, rows, hasMore }) => (
        <section key={part} aria-labelledby={`part-${part}`}>
          <h2 class="group-heading" id={`part-${part}`}>
            {filter === "archived" ? "Archived" : titles[part]}{" "}
            <span>{partCount(part, filter, list, rows.length, hasMore)}</span>
          </h2>
          <ul class="experiment-rows">
            {rows.map((row) => (
              <li key={row.id} class={isHarmful(row) ? "harm-unseen" : ""}>
                <ExperimentRow row={row} axis={axis} now={list.at} />
                {isHarmful(row) && onSeen !== undefined && (
                  <Button
                    class="small mark-seen"
                    aria-label={`Mark the harm in ${row.name} as seen`}
                    onClick={() => onSeen(row.id)}
                  >
                    Mark as seen
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {hasMore && (
            <p class="export-buttons">
              <Button onClick={() => onMore(part)}>Show more</Button>
            </p>
          )}
        </section>
      ))}
      <p class="caption list-footer">
        Harm first, then where answers come wrongly, then what waits for you; in each part the newest figures first.
        Lead in points (hundredths of the range of answers), with its 95 % interval; the dashed line is no lead. Privacy
        risk: most correct guesses about one person; a coin gets 50 in 100.
      </p>
    </>
  )
}

/** The service does not count parts within one status. */
function partCount(
  part: ListPart,
  filter: Filter,
  { counts }: ExperimentListData,
  shown: number,
  hasMore: boolean,
): string {
  if (filter === "all" || part === "done") {
    const count = part === "done" ? countFiltered(filter === "archived" ? "archived" : "done", counts) : counts[part]
    return formatNumber(count)
  }
  return hasMore ? `${shown} and more` : String(shown)
}

const Heading = ({ axis }: { readonly axis: LeadAxis }) => (
  <div class="experiment-row header-row" aria-hidden="true">
    <div>Experiment</div>
    <div>What it says</div>
    <div class="track-cell">
      Lead over the next
      <svg height="18" aria-hidden="true">
        {axis.ticks.map((tick) => (
          <text key={tick} class="axis-label" x={`${axis.at(tick)}%`} y="13" text-anchor="middle">
            {tick < 0 ? `−${-tick}` : tick}
          </text>
        ))}
      </svg>
    </div>
    <div class="align-right">People</div>
    <div class="align-right privacy-cell">Privacy risk</div>
    <div class="align-right time-cell">Last figures</div>
  </div>
)
