// The ledger: the newest releases, and a check of the whole chain here in the page.

import type { ExperimentHandle } from "@armistice/client"
import type { LedgerVerdict } from "@armistice/core/ledger"
import { shortNumber } from "@armistice/lab"
import { useEffect, useState } from "preact/hooks"
import { Scroll } from "../layout/scroll.tsx"
import { connect, troubleOf } from "./connection.ts"
import type { Privacy } from "./use-experiment.ts"
import { verifyLedger } from "./verify-ledger.ts"

interface Props {
  readonly id: string
  readonly privacy: Privacy
  readonly arms: readonly string[]
}

type Entry = Awaited<ReturnType<ExperimentHandle["ledger"]>>["entries"][number]

const shown = 8

export function LedgerPanel({ id, privacy, arms }: Props) {
  const { entries, head } = privacy.ledger
  const [newest, setNewest] = useState<readonly Entry[]>([])
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    void connect(0)
      .experiment(id)
      .ledger(Math.max(0, entries - shown))
      .then(({ entries: found }) => setNewest(found.slice(-shown).reverse()))
      .catch(() => undefined)
  }, [id, entries])
  // The newest are read a little later than their number.
  const count = Math.max(entries, newest[0]?.index ?? 0)
  const verify = async () => {
    setProblem(null)
    setVerdict(null)
    try {
      setVerdict(await verifyLedger(connect().experiment(id), privacy, entries))
    } catch (error) {
      setProblem(
        globalThis.crypto?.subtle === undefined
          ? "This browser can compute hashes only over https or on this machine. Use “armistice ledger verify”."
          : troubleOf(error).words,
      )
    }
  }
  return (
    <section class="panel" aria-labelledby="ledger">
      <div class="between">
        <h2 id="ledger">Ledger</h2>
        <button type="button" onClick={() => void verify()}>
          Verify it here
        </button>
      </div>
      <p>
        Every release is written here before anything is done with it, and chained to the one before, so that nothing
        can be changed or left out later without it showing.
      </p>
      <div role="status">
        {verdict !== null && verdict.problem === null && (
          <p class="note good">
            Verified: {verdict.entries} {verdict.entries === 1 ? "entry" : "entries"}, the chain is whole, and the
            spending counted again stays within the promise.
          </p>
        )}
        {verdict !== null && verdict.problem !== null && <p class="note bad">Not in order: {verdict.problem}.</p>}
        {problem !== null && <p class="note bad">{problem}</p>}
      </div>
      {newest.length === 0 ? (
        <p>Nothing has been released yet.</p>
      ) : (
        <Scroll label="Ledger entries">
          <table>
            <caption>
              {count} {count === 1 ? "entry" : "entries"}, the newest first
            </caption>
            <thead>
              <tr>
                <th scope="col">number</th>
                <th scope="col">arm</th>
                <th scope="col" class="right">
                  answers in it
                </th>
                <th scope="col" class="right">
                  η
                </th>
                <th scope="col" class="wide-only">
                  hash
                </th>
              </tr>
            </thead>
            <tbody>
              {newest.map(({ index, metric, arm, count, eta, hash, mechanism }) => (
                <tr key={index}>
                  <td>{index}</td>
                  <td>
                    {mechanism === "purge" ? "answers removed" : `${arms[arm] ?? arm}${metric ? `, ${metric}` : ""}`}
                  </td>
                  <td class="right">{count.toLocaleString("en-US")}</td>
                  <td class="right">{shortNumber(eta)}</td>
                  <td class="wide-only">
                    <code>{hash.slice(0, 12)}…</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p class="hint">
        Head of the chain: <code>{head}</code>
      </p>
    </section>
  )
}
