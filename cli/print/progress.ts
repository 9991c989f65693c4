// A progress bar with a time estimate on stderr, if that is a terminal.

import { formatDuration } from "./numbers.ts"

export interface ProgressBar {
  /** `share` done, from 0 to 1, and what is being done. */
  update(share: number, note: string): void
  /** Prints a line above the bar. */
  say(line: string): void
  /** Removes the bar. */
  clear(): void
}

const betweenUpdatesMs = 100
const width = 24

export function createProgress(): ProgressBar {
  const stream = process.stderr
  if (!stream.isTTY) return { update() {}, say() {}, clear() {} }
  const begun = performance.now()
  let last = begun
  let isShown = false
  const clear = () => {
    if (isShown) stream.write("\r\u001b[2K")
    isShown = false
  }
  return {
    update(share, note) {
      const now = performance.now()
      // Short work needs no bar, and frequent updates flicker.
      if (now - begun < 3 * betweenUpdatesMs || now - last < betweenUpdatesMs) return
      last = now
      const done = Math.round(share * width)
      const left = share > 0 && share < 1 ? `, ${formatDuration(((now - begun) / share) * (1 - share))} left` : ""
      const line = `[${"=".repeat(done)}${" ".repeat(width - done)}] ${Math.floor(share * 100)} %${left}  ${note}`
      stream.write(`\r\u001b[2K${line.slice(0, (stream.columns || 80) - 1)}`)
      isShown = true
    },
    say(line) {
      clear()
      stream.write(`${line}\n`)
    },
    clear,
  }
}
