// All experiments of the service with their state and promise, and the ways to a new one.

import type { ArmisticeClient } from "@armistice/client"
import { shortNumber } from "@armistice/lab"
import { useCallback, useEffect, useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { Link } from "../layout/link.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { Loading } from "../layout/states.tsx"
import { countInWords } from "../text/numbers.ts"
import { connect, keyNow, rememberKey, type Trouble, troubleOf } from "./connection.ts"
import { startDemo } from "./demo.ts"
import { StatusBadge } from "./status-badge.tsx"
import { TroublePage } from "./trouble.tsx"

type Listed = Awaited<ReturnType<ArmisticeClient["listExperiments"]>>["experiments"]
type Spent = { readonly spent: number | null; readonly limit: number | null }

/** Spending is read after the list. */
const spentText = (known: Spent | undefined): string => (known === undefined ? "…" : shortNumber(known.spent ?? 0))

export function ExperimentList({ isDemoWanted }: { readonly isDemoWanted: boolean }) {
  const [listed, setListed] = useState<Listed | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [spends, setSpends] = useState<Readonly<Record<string, Spent>>>({})
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isStarting, setStarting] = useState(false)

  const load = useCallback(async (after: string | null) => {
    try {
      const client = connect()
      const page = await client.listExperiments({ limit: 50, ...(after === null ? {} : { after }) })
      setListed((before) => (after === null ? page.experiments : [...(before ?? []), ...page.experiments]))
      setNext(page.next)
      setTrouble(null)
      for (const { id } of page.experiments) {
        const { spent, limit } = await client.experiment(id).privacy()
        setSpends((before) => ({ ...before, [id]: { spent, limit } }))
      }
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }, [])

  const demo = useCallback(async () => {
    setStarting(true)
    try {
      goTo(`/experiments/${await startDemo()}`)
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setStarting(false)
    }
  }, [])

  useEffect(() => {
    if (isDemoWanted) {
      // Going back must not start another one.
      history.replaceState(null, "", "/experiments")
      void demo()
    } else void load(null)
  }, [isDemoWanted, demo, load])

  if (trouble !== null) return <TroublePage trouble={trouble} onAgain={() => void load(null)} />
  return (
    <>
      <h1>Experiments</h1>
      <p class="lead">
        Each experiment hands out arms, takes the answers, and keeps a promise about every one of them that is checked
        before anything is released.
      </p>
      <p class="row">
        <button type="button" class="primary" disabled={isStarting} onClick={() => void demo()}>
          {isStarting ? "Starting …" : "Start the demo"}
        </button>
        <Link to="/experiments/new" class="button">
          New experiment
        </Link>
        {keyNow() !== null && (
          <button
            type="button"
            onClick={() => {
              rememberKey(null)
              void load(null)
            }}
          >
            Forget the key
          </button>
        )}
      </p>
      {listed === null ? (
        <Loading what="experiments" />
      ) : listed.length === 0 ? (
        <p class="note">
          There is none yet. The demo creates one and sends simulated people through it: you see it move within a
          minute.
        </p>
      ) : (
        <section class="panel">
          <Scroll label="Experiments">
            <table>
              <caption>Experiments, newest first</caption>
              <thead>
                <tr>
                  <th scope="col">name</th>
                  <th scope="col">state</th>
                  <th scope="col" class="right wide-only">
                    arms
                  </th>
                  <th scope="col" class="right wide-only">
                    horizon
                  </th>
                  <th scope="col" class="right">
                    spent of promised η
                  </th>
                </tr>
              </thead>
              <tbody>
                {listed.map(({ id, name, status, arms, horizon, guarantee }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Link to={`/experiments/${id}`}>{name}</Link>
                    </th>
                    <td>
                      <StatusBadge status={status} />
                    </td>
                    <td class="right wide-only">{arms.length}</td>
                    <td class="right wide-only">{countInWords(horizon)}</td>
                    <td class="right">
                      {guarantee.eta === null
                        ? "no promise"
                        : `${spentText(spends[id])} of ${shortNumber(guarantee.eta)}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          {next !== null && (
            <button type="button" onClick={() => void load(next)}>
              Show more
            </button>
          )}
        </section>
      )}
    </>
  )
}
