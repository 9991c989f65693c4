// Notices above the tabs: the service does not answer or is slow, learning stopped after a restore,
// outcomes are public, the answers were purged.

import { useState } from "preact/hooks"
import { Question } from "../controls/question.tsx"
import { type Account, may } from "../experiments/account.ts"
import { connect, describeError, type RequestError } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { formatGuesses } from "../text/privacy-levels.ts"
import { formatAgo, formatMoment } from "../text/times.ts"
import type { ExperimentData } from "./use-experiment.ts"

interface Props {
  readonly data: ExperimentData
  readonly account: Account
  readonly requestError: RequestError | null
  readonly isSlow: boolean
  readonly onChanged: () => void
}

export function Notices({ data, account, requestError, isSlow, onChanged }: Props) {
  const { detail, audited, at } = data
  const eta = audited?.privacy.subject.eta ?? null
  const mayAccept = may(account, "operate") && detail.population === null && eta !== null
  return (
    <>
      <div role="status">
        {requestError !== null && requestError.kind !== "refused" && (
          <p class="note warn gap-below">
            The service does not answer just now. What you see is from {formatAgo(at)}; this page goes on by itself when
            it is back.
          </p>
        )}
        {requestError?.kind === "refused" && <p class="note warn gap-below">{requestError.message}</p>}
        {requestError === null && isSlow && (
          <p class="note gap-below">The service takes long to answer just now. What you see is from {formatAgo(at)}.</p>
        )}
      </div>
      {detail.learning === "stopped_after_restore" && (
        <div class="note warn gap-below between">
          <p>
            <b>Nobody is learned from:</b> the store was restored from a copy. Everyone is served; figures stay as they
            are
            {detail.population === null
              ? ""
              : `, until the restore is accepted for the population ${detail.population}`}
            .
          </p>
          {mayAccept && <LearnAgain id={detail.id} eta={eta} onChanged={onChanged} />}
        </div>
      )}
      {detail.outcomes === "public" && (
        <p class="note bad gap-below">
          <b>Outcomes are public in this experiment.</b> Only successes are sent, and everyone may see who sent one, so
          nothing is promised about what one person answered.
        </p>
      )}
      {detail.purgedAt !== null && (
        <p class="note gap-below">
          The answers were removed on {formatMoment(Date.parse(detail.purgedAt))}. What was published stays.
        </p>
      )}
    </>
  )
}

interface LearnAgainProps {
  readonly id: string
  readonly eta: number
  readonly onChanged: () => void
}

function LearnAgain({ id, eta, onChanged }: LearnAgainProps) {
  const [isAsked, setAsked] = useState(false)
  const accept = async () => {
    try {
      await connect().experiment(id).acceptRestore(eta)
      return null
    } catch (error) {
      return describeError(error).message
    } finally {
      onChanged()
    }
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>Learn again …</Button>
      {isAsked && (
        <Question
          title="Learn from people again?"
          stay="Not now"
          go="Learn again"
          onGo={accept}
          onClose={() => setAsked(false)}
        >
          <p class="text-sm">
            People who were learned from after the copy was made may be learned from once more. About one person at most{" "}
            {formatGuesses(eta)} guesses are then right, if no other copy of the same backup is or was served.
          </p>
        </Question>
      )}
    </>
  )
}
