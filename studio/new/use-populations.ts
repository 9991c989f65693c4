// The populations that an experiment may be in, and whether this key may create experiments.

import { useEffect, useState } from "preact/hooks"
import { connect, describeError, type RequestError } from "../experiments/connection.ts"

interface Populations {
  readonly populations: readonly { readonly name: string }[]
  readonly mayCreate: boolean
  readonly keyError: RequestError | null
}

const nothingKnown: Populations = { populations: [], mayCreate: true, keyError: null }

/** The form appears before anything is known; creating reports what is wrong. */
export function usePopulations(): Populations & { readonly again: () => void } {
  const [known, setKnown] = useState(nothingKnown)
  const [asks, setAsks] = useState(0)
  useEffect(() => {
    let isShown = true
    read().then(
      (found) => isShown && setKnown(found),
      (error: unknown) => {
        const requestError = describeError(error)
        if (isShown && requestError.kind === "unauthorized") setKnown({ ...nothingKnown, keyError: requestError })
      },
    )
    return () => {
      isShown = false
    }
  }, [asks])
  return {
    ...known,
    again: () => {
      setKnown(nothingKnown)
      setAsks((count) => count + 1)
    },
  }
}

async function read(): Promise<Populations> {
  const client = connect()
  const { may } = await client.me()
  if (!may.includes("operate")) return { ...nothingKnown, mayCreate: false }
  const populations: { name: string }[] = []
  let after: string | null = null
  do {
    const page = await client.listPopulations(after === null ? {} : { after })
    populations.push(...page.populations)
    after = page.next
  } while (after !== null)
  return { populations, mayCreate: true, keyError: null }
}
