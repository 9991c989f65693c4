// A release of a running experiment, with what it spent.

import type { CountedRelease } from "@armistice/core"

export type LiveRelease = CountedRelease & {
  readonly segment: string
  readonly spent: number
  /** Missing: the reward's. */
  readonly metric?: string
}
