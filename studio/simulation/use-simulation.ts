// The hook behind every simulation that follows the main comparison: it runs one task for each key,
// keeps the newest value, and does not run a finished task again.

import { useEffect, useState } from "preact/hooks"

export interface Simulated<Value> {
  /** The newest value; that of an earlier key until this one has reported. */
  readonly value: Value
  /** Whether the value belongs to this key. */
  readonly isCurrent: boolean
  readonly isDone: boolean
}

/** Starts the task; the function it returns stops it. */
type StartTask<Value> = (report: (value: Value, isDone: boolean) => void) => () => void

/** `key` names all that the task depends on. A task waits until `mayBegin`. */
export function useSimulation<Value>(
  key: string,
  mayBegin: boolean,
  initial: Value,
  start: StartTask<Value>,
): Simulated<Value> {
  const [known, setKnown] = useState({ key: "", value: initial, isDone: false })
  const isCurrent = known.key === key
  const isDone = isCurrent && known.isDone
  const isWanted = mayBegin && !isDone
  useEffect(() => {
    if (!isWanted) return
    let isStopped = false
    const stop = start((value, isLast) => {
      if (!isStopped) setKnown({ key, value, isDone: isLast })
    })
    return () => {
      isStopped = true
      stop()
    }
  }, [key, isWanted])
  return { value: known.value, isCurrent, isDone }
}
