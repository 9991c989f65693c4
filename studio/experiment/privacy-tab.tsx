// The privacy tab: the ledger, newest entry first, a check of its whole chain, and what anyone can
// learn about one person.

import type { ExperimentHandle } from "@armistice/client"
import type { LedgerVerdict } from "@armistice/core/ledger"
import { formatDecimals } from "@armistice/core/text"
import { useEffect, useState } from "preact/hooks"
import { connect, describeError } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { describeCoordinate } from "../results/context-words.ts"
import { PrivacyCard } from "../results/privacy-card.tsx"
import type { Detail, PrivacyView } from "../results/results-types.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatDuration } from "../text/times.ts"
import { download } from "./exports.ts"
import { verifyLedger } from "./verify-ledger.ts"

interface Props {
  readonly detail: Detail
  readonly privacy: PrivacyView
}

export const PrivacyTab = ({ detail, privacy }: Props) => (
  <div class="main-and-side">
    <div class="stack">
      <Ledger detail={detail} privacy={privacy} />
    </div>
    <PrivacyCard privacy={privacy} detail={detail} />
  </div>
)

type Entry = Awaited<ReturnType<ExperimentHandle["ledger"]>>["entries"][number]

interface ReadLines {
  readonly lines: readonly Entry[]
  readonly of: PrivacyView["ledger"]
}

/** Ledger entries read at a time. */
const step = 20

function Ledger({ detail, privacy }: Props) {
  const { id } = detail
  const { ledger } = privacy
  const [wanted, setWanted] = useState(step)
  // The entries with the ledger they belong to, so that counts match them while newer ones are
  // read.
  const [{ lines, of }, setRead] = useState<ReadLines>({ lines: [], of: ledger })
  const { entries: total, head } = lines.length === 0 ? ledger : of
  const totals = useTotals(id, detail, lines)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    void newest(id, ledger.entries, wanted)
      .then((found) => !isOver && setRead({ lines: found, of: ledger }))
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [id, ledger.entries, wanted])
  const hasTotals = totals.size > 0
  const save = (format: "csv" | "ndjson") =>
    void download(id, `/export?record=ledger&format=${format}`, `ledger.${format}`).then(setProblem)
  return (
    <section class="card" aria-labelledby="ledger">
      <div class="between">
        <h2 id="ledger">Ledger: everything that was ever published</h2>
        <Check id={id} privacy={privacy} />
      </div>
      <p class="sub">
        Each line was written before it was used and is chained to the one before, so nothing can be changed or left out
        later without it showing.
      </p>
      {lines.length === 0 ? (
        <p class="note gap-above">{total === 0 ? "Nothing was published yet." : "Loading the lines …"}</p>
      ) : (
        <Scroll label="Lines of the ledger">
          <table class="gap-above">
            <caption>
              {formatNumber(total)} {total === 1 ? "line" : "lines"}, the newest first
            </caption>
            <TableHead
              columns={[
                "Line",
                "Option",
                alignRight("Answers in it"),
                hasTotals && alignRight("Published total so far"),
                "Seal",
              ]}
            />
            <tbody>
              {lines.map((line) => (
                <tr key={line.index}>
                  <td>{line.index}</td>
                  <td>{describeEntry(line, detail)}</td>
                  <td class="align-right">{formatNumber(line.count)}</td>
                  {hasTotals && <td class="align-right">{totalText(totals.get(line.index))}</td>}
                  <td>
                    <code>{line.hash.slice(0, 12)}…</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {hasTotals && <p class="caption">Published totals carry noise, which is why they are not whole numbers.</p>}
      <div class="export-buttons">
        {lines.length < total && (
          <Button class="small" onClick={() => setWanted(wanted + 10 * step)}>
            Show older lines
          </Button>
        )}
        <Button class="small" onClick={() => save("csv")}>
          Ledger as CSV
        </Button>
        <Button class="small" onClick={() => save("ndjson")}>
          NDJSON
        </Button>
      </div>
      {problem !== null && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      <p class="caption">
        Seal of the newest line, to keep elsewhere: <code class="break-anywhere">{head}</code>
      </p>
    </section>
  )
}

function describeEntry(
  { mechanism, arm, metric, segment, ripeSeconds, coordinate }: Entry,
  detail: Pick<Detail, "arms" | "context">,
): string {
  if (mechanism === "purge") return "the answers were removed"
  if (mechanism === "ripe") return `answers count from ${formatDuration(1000 * (ripeSeconds ?? 0))} on`
  const sum = coordinate === undefined || metric !== undefined ? null : describeCoordinate(detail, coordinate)
  return [
    detail.arms[arm] ?? String(arm),
    ...(metric === undefined ? [] : [metric]),
    ...(segment === "" ? [] : [segment]),
    ...(sum === null ? [] : [sum]),
  ].join(" · ")
}

const totalText = (value: number | undefined): string => (value === undefined ? "–" : formatDecimals(value, 1))

/** The newest entries, newest first. The service pages from old to new. */
async function newest(id: string, total: number, wanted: number): Promise<Entry[]> {
  const { ledger } = connect(0).experiment(id)
  const found: Entry[] = []
  for (let after: number | null = Math.max(0, total - wanted); after !== null; ) {
    const page: Awaited<ReturnType<ExperimentHandle["ledger"]>> = await ledger(after)
    found.push(...page.entries)
    after = page.next
  }
  return found
    .filter(({ index }) => index <= total)
    .slice(-wanted)
    .reverse()
}

/** The total that an option has published, by ledger entry, where answers are 0 to 1. */
function useTotals(id: string, { reward }: Detail, lines: readonly Entry[]): ReadonlyMap<number, number> {
  const [totals, setTotals] = useState<ReadonlyMap<number, number>>(new Map())
  const isCount = reward.min === 0 && reward.max === 1
  const [newestLine, oldest] = [lines[0]?.index ?? 0, lines.at(-1)?.index ?? 0]
  useEffect(() => {
    if (!isCount || newestLine === 0) return
    let isOver = false
    const read = async () => {
      const found = new Map<number, number>()
      for (let after: number | null = oldest - 1; after !== null && after < newestLine; ) {
        const page: Awaited<ReturnType<ExperimentHandle["resultsHistory"]>> = await connect(0)
          .experiment(id)
          .resultsHistory({ after, limit: 200 })
        for (const { release, released } of page.results)
          if (released.value !== null && released.metric === null) found.set(release, released.value)
        after = page.next
      }
      if (!isOver) setTotals(found)
    }
    void read().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [id, isCount, newestLine, oldest])
  return totals
}

function Check({ id, privacy }: { readonly id: string; readonly privacy: PrivacyView }) {
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    if (isBusy) return
    setProblem(null)
    setVerdict(null)
    setBusy(true)
    try {
      setVerdict(await verifyLedger(connect().experiment(id), privacy, privacy.ledger.entries))
    } catch (error) {
      setProblem(
        globalThis.crypto?.subtle === undefined
          ? "This browser can compute seals only over https or on this machine. Use “armistice ledger verify”."
          : describeError(error).message,
      )
    }
    setBusy(false)
  }
  return (
    <>
      <Button class="small" aria-disabled={isBusy} onClick={() => void check()}>
        {isBusy ? "Checking …" : "Check it in this browser"}
      </Button>
      <div role="status" class="full-line">
        {verdict !== null && verdict.problem === null && (
          <p class="note good">
            Checked just now: {formatNumber(verdict.entries)} {verdict.entries === 1 ? "line" : "lines"}, the chain is
            whole, and the rechecked limit was never exceeded.
          </p>
        )}
        {verdict !== null && verdict.problem !== null && <p class="note bad">Not in order: {verdict.problem}.</p>}
        {problem !== null && <p class="note bad">{problem}</p>}
      </div>
    </>
  )
}
