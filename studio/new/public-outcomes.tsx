// A warning where only successes are sent and arrivals are public: the form is refused unless
// someone accepts that outcomes can be seen.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { Button } from "../layout/button.tsx"
import { makesOutcomesPublic } from "./draft.ts"
import type { FormState } from "./field.tsx"

export function PublicOutcomes({ form }: { readonly form: FormState }) {
  const { draft, change } = form
  const [isAsking, setAsking] = useState(false)
  if (!makesOutcomesPublic(draft)) return null
  const isAccepted = draft.acceptsPublicOutcomes
  return (
    <div class="note bad" role="alert">
      {isAccepted ? (
        <>
          <b>Outcomes will be public.</b> Only successes are sent, so seeing that someone answered is seeing what they
          answered. The statement, the page of this experiment and its ledger say so.
        </>
      ) : (
        <>
          <b>This would make outcomes public.</b> When only successes are sent, seeing that someone answered is seeing
          what they answered. Hide who answered (recommended), or accept it: the statement, this page and the ledger
          will then say that outcomes are public.
        </>
      )}
      <div class="row">
        <Button
          id="arrivals"
          class="primary"
          onClick={() => {
            change({ isArrivalSecret: true, acceptsPublicOutcomes: false })
            // The button disappears with the warning.
            document.getElementById("arrivals-switch")?.focus()
          }}
        >
          Hide who answered
        </Button>
        {!isAccepted && <Button onClick={() => setAsking(true)}>Accept public outcomes …</Button>}
      </div>
      {isAsking && (
        <Question
          title="Make outcomes public?"
          stay="Not now"
          go="Accept public outcomes"
          isDanger
          onGo={async () => {
            change({ acceptsPublicOutcomes: true })
            return null
          }}
          onClose={() => setAsking(false)}
        >
          <ul>
            <li>Anyone who sees that a person answered knows that it was a success.</li>
            <li>Nothing is promised about outcomes then, however private the figures are.</li>
            <li>The statement, the page and the ledger say that outcomes are public. This cannot be changed later.</li>
          </ul>
        </Question>
      )}
    </div>
  )
}
