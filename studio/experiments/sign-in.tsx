// Asks for a key where the service requires one.

import { useState } from "preact/hooks"
import { TextField } from "../layout/text-field.tsx"
import { loadAccount } from "./account.ts"
import { readKey, storeKey } from "./connection.ts"
import "../style/experiments.css"

interface Props {
  readonly words: string
  readonly onKey: () => void
}

export function SignIn({ words, onKey }: Props) {
  const [key, setKey] = useState("")
  const isRefused = readKey() !== null
  return (
    <section class="card sign-in">
      <h1>This service needs a key</h1>
      <p class="text-sm muted">
        Paste a key that <code>armistice keys create</code> has made on the machine that runs the service. It is kept in
        this tab only, and forgotten when you close it.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          storeKey(key.trim())
          void loadAccount()
          onKey()
        }}
      >
        <TextField id="key" label="Key" isSecret value={key} problem={isRefused ? words : undefined} onValue={setKey} />
        <div class="row">
          <button type="submit" class="btn primary" disabled={key.trim() === ""}>
            Sign in
          </button>
        </div>
      </form>
    </section>
  )
}
