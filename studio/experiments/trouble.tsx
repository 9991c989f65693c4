// What to do when the service does not give what was asked for.

import { Link } from "../layout/link.tsx"
import { Failed } from "../layout/states.tsx"
import type { Trouble } from "./connection.ts"
import { SignIn } from "./sign-in.tsx"

interface Props {
  readonly trouble: Trouble
  readonly onAgain: () => void
}

export function TroublePage({ trouble, onAgain }: Props) {
  if (trouble.kind === "key") return <SignIn words={trouble.words} onKey={onAgain} />
  if (trouble.kind === "missing")
    return (
      <Failed
        title="There is no such experiment here"
        what="No experiment of this service has this id, or it is not one that your key may see."
      >
        <p>
          <Link to="/experiments">All experiments</Link>
        </p>
      </Failed>
    )
  return (
    <Failed
      title="The service does not answer"
      what={
        trouble.kind === "gone"
          ? "Start it with “npx armistice serve” on the machine this page came from; nothing that was acknowledged is lost."
          : trouble.words
      }
    >
      <p>
        <button type="button" onClick={onAgain}>
          Try again
        </button>
      </p>
    </Failed>
  )
}
