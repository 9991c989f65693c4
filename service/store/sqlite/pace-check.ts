// Limits the time that repeated checks take.

/** Checks take at most one part in twenty of the time, however often they are asked for. */
const largestPause = 20

/** Runs the check, or returns the last result if too little time has passed since. */
export function paceCheck<Result>(first: Result, check: (last: Result) => Result): () => Result {
  let last = first
  let until = 0
  return () => {
    const started = performance.now()
    if (started < until) return last
    last = check(last)
    const ended = performance.now()
    until = ended + largestPause * (ended - started)
    return last
  }
}
