// Asks people to sign in or for a key, or says what the account may not do.

import { useEffect, useState } from "preact/hooks"
import { TextField } from "../controls/text-field.tsx"
import { Button } from "../layout/button.tsx"
import { describeAccount, loadAccount, recheckAccount, signOut, useAccount } from "./account.ts"
import { readKey, type SignInPlace, storeKey } from "./connection.ts"
import "../style/experiments.css"

interface Props {
  readonly words: string
  /** Left out where only keys open the service. */
  readonly place?: SignInPlace | undefined
  readonly onKey: () => void
}

export function SignIn({ words, place, onKey }: Props) {
  const account = useAccount()
  useEffect(() => void recheckAccount(), [])
  if (account !== null && account.person !== null && readKey() === null)
    return (
      <section class="card sign-in">
        <h1>This is not for your role</h1>
        <p class="text-sm">{words}</p>
        <p class="text-sm muted">
          You are {describeAccount(account)}. Roles come from the groups that your sign-in service knows: whoever runs
          this service can give one of yours another role.
        </p>
        <div class="row">
          <Button onClick={() => void signOut()}>Sign out</Button>
        </div>
      </section>
    )
  if (place === undefined)
    return (
      <section class="card sign-in">
        <h1>This service needs a key</h1>
        <p class="text-sm muted">
          Paste a key that <code>armistice keys create</code> has made on the machine that runs the service, or somebody
          with the role admin under Settings. It is kept in this tab only, and forgotten when you close it.
        </p>
        <KeyForm words={words} onKey={onKey} />
      </section>
    )
  const { pathname, search } = location
  return (
    <section class="card sign-in">
      <h1>Sign in</h1>
      {words !== "" && <p class="text-sm">{words}</p>}
      <p class="text-sm muted">You are sent to {place.provider} and come back to this page.</p>
      <div class="row">
        {/* A key in this tab would be sent instead of the session. */}
        <a
          class="btn primary"
          href={`${place.address}?${new URLSearchParams({ return: pathname + search })}`}
          onClick={() => storeKey(null)}
        >
          Sign in with {place.provider}
        </a>
      </div>
      <details>
        <summary>Use a key instead</summary>
        <KeyForm words={words} onKey={onKey} />
      </details>
    </section>
  )
}

function KeyForm({ words, onKey }: Pick<Props, "words" | "onKey">) {
  const [key, setKey] = useState("")
  const isRefused = readKey() !== null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        storeKey(key.trim())
        void loadAccount()
        onKey()
      }}
    >
      <TextField
        id="key"
        label="Key"
        type="password"
        value={key}
        problem={isRefused ? words : undefined}
        onValue={setKey}
      />
      <div class="row">
        <Button type="submit" class="primary" disabled={key.trim() === ""}>
          Sign in
        </Button>
      </div>
    </form>
  )
}
