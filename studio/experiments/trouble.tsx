// What to do when the service does not give what was asked for.

import { Failed } from "../layout/states.tsx"
import { NotFound } from "../not-found/not-found.tsx"
import type { Trouble } from "./connection.ts"
import { SignIn } from "./sign-in.tsx"

interface Props {
  readonly trouble: Trouble
  readonly onAgain: () => void
}

export function TroublePage({ trouble, onAgain }: Props) {
  if (trouble.kind === "key") return <SignIn words={trouble.words} onKey={onAgain} />
  if (trouble.kind === "missing") return <NotFound path={location.pathname} />
  return (
    <Failed
      title="The service does not answer"
      what={
        trouble.kind === "gone"
          ? "Start it with “npx armistice serve” on the machine this page came from; nothing that was acknowledged is lost, and this page goes on by itself."
          : trouble.words
      }
    >
      <p>
        <button type="button" class="btn" onClick={onAgain}>
          Try again
        </button>
      </p>
    </Failed>
  )
}
