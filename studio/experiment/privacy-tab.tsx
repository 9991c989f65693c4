// The privacy tab: the ledger, newest entry first, a check of its whole chain, and what anyone can
// learn about one person.

import type { ExperimentHandle } from "@armistice/client"
import type { LedgerVerdict } from "@armistice/core/ledger"
import { formatDecimals } from "@armistice/core/text"
import { useState } from "preact/hooks"
import { connect, describeError } from "../experiments/connection.ts"
import { useRequest } from "../experiments/use-reading.ts"
import { Button } from "../layout/button.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { describeCoordinate } from "../results/attribute-names.ts"
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

/** Ledger entries read at a time. */
const step = 20

function Ledger({ detail, privacy }: Props) {
  const { id } = detail
  const { ledger } = privacy
  const [wanted, setWanted] = useState(step)
  const [problem, setProblem] = useState<string | null>(null)
  // With the ledger they belong to, so that counts match the lines while newer ones are read.
  const read = useRequest(
    async (client) => ({ ...ledger, lines: await readNewest(client.experiment(id), ledger.entries, wanted) }),
    id,
    ledger.entries,
    wanted,
  )
  const { entries: total, head, lines } = read ?? { ...ledger, lines: [] }
  const [newest, oldest] = [lines[0]?.index ?? 0, lines.at(-1)?.index ?? 0]
  const isCount = detail.reward.min === 0 && detail.reward.max === 1
  const totals = useRequest(
    async (client) => (isCount && newest > 0 ? readTotals(client.experiment(id), oldest, newest) : null),
    id,
    isCount,
    newest,
    oldest,
  )
  const hasTotals = totals !== null && totals.size > 0
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
                  {hasTotals && <td class="align-right">{formatTotal(totals.get(line.index))}</td>}
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

const formatTotal = (value: number | undefined): string => (value === undefined ? "–" : formatDecimals(value, 1))

/** The newest entries, newest first. The service pages from old to new. */
async function readNewest({ ledger }: ExperimentHandle, total: number, wanted: number): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after: number | null = Math.max(0, total - wanted); after !== null; ) {
    const page: Awaited<ReturnType<typeof ledger>> = await ledger(after)
    found.push(...page.entries)
    after = page.next
  }
  return found
    .filter(({ index }) => index <= total)
    .slice(-wanted)
    .reverse()
}

/** The total that an option has published, by ledger entry; told where answers are 0 to 1. */
async function readTotals(
  { resultsHistory }: ExperimentHandle,
  oldest: number,
  newest: number,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (let after: number | null = oldest - 1; after !== null && after < newest; ) {
    const page: Awaited<ReturnType<typeof resultsHistory>> = await resultsHistory({ after, limit: 200 })
    for (const { release, released } of page.results)
      if (released.value !== null && released.metric === null) found.set(release, released.value)
    after = page.next
  }
  return found
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
