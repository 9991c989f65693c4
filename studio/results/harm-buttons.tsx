// The buttons for harm: stop the option; once it is stopped, resume it or mark it as seen.

import { findStop } from "../experiment/stopped-options.ts"
import { Button } from "../layout/button.tsx"
import { quoteName } from "./option-names.ts"
import type { Detail, Group } from "./results-types.ts"

export interface HarmActions {
  /** Each opens a question; left out where the key may not. */
  readonly stopOption?: ((arm: string) => void) | undefined
  readonly resumeOption?: ((arm: string) => void) | undefined
  readonly markSeen?: (() => void) | undefined
}

interface Props extends HarmActions {
  /** The harm that the verdicts show first. */
  readonly harms: readonly Group["harm"][number][]
  readonly detail: Detail
}

export function HarmButtons({ harms, detail, stopOption, resumeOption, markSeen }: Props) {
  const arms = [...new Set(harms.map(({ arm }) => arm))]
  const nameArm = (arm: string) => (arms.length === 1 ? "this option" : quoteName(arm))
  return (
    <>
      {arms.map((arm) =>
        findStop(detail, arm) === undefined
          ? stopOption !== undefined && (
              <Button key={arm} class="primary alarm" onClick={() => stopOption(arm)}>
                Stop {nameArm(arm)} …
              </Button>
            )
          : resumeOption !== undefined && (
              <Button key={arm} class="danger" onClick={() => resumeOption(arm)}>
                Resume {nameArm(arm)} …
              </Button>
            ),
      )}
      {markSeen !== undefined && !detail.harmSeen && <Button onClick={markSeen}>Mark as seen</Button>}
      <a class="btn ghost" href="#guardrails">
        See the guardrails
      </a>
    </>
  )
}
