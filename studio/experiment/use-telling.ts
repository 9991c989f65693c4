// A tab that reads results tells the page around it, so that both count the same people; when it goes, what it told is forgotten.

import { useLayoutEffect } from "preact/hooks"
import type { Results } from "../results/results-types.ts"

export type Tell = (results: Results | null) => void

export function useTelling(results: Results | null, tell: Tell): void {
  useLayoutEffect(() => {
    if (results !== null) tell(results)
  }, [results])
  useLayoutEffect(() => () => tell(null), [])
}
