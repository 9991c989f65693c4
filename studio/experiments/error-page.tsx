// The page shown instead of another one when a request fails, with what to do about it.

import { Button } from "../layout/button.tsx"
import { Failed } from "../layout/states.tsx"
import { NotFound } from "../not-found/not-found.tsx"
import type { RequestError } from "./connection.ts"
import { SignIn } from "./sign-in.tsx"

interface Props {
  readonly requestError: RequestError
  readonly onAgain: () => void
}

export function ErrorPage({ requestError, onAgain }: Props) {
  if (requestError.kind === "unauthorized")
    return <SignIn words={requestError.message} place={requestError.signIn} onKey={onAgain} />
  if (requestError.kind === "missing") return <NotFound path={location.pathname} />
  return (
    <Failed
      title="The service does not answer"
      what={
        requestError.kind === "disconnected"
          ? "Start it with “npx armistice serve” on the machine this page came from; nothing that was acknowledged is lost, and this page goes on by itself."
          : requestError.message
      }
    >
      <p>
        <Button onClick={onAgain}>Try again</Button>
      </p>
    </Failed>
  )
}
