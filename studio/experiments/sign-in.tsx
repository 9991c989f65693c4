// Asks for a key where the service wants one.

import { useState } from "preact/hooks"
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
        <div class={isRefused ? "field invalid" : "field"}>
          <label for="key">Key</label>
          <input
            class="input"
            id="key"
            type="password"
            autocomplete="off"
            value={key}
            aria-invalid={isRefused}
            {...(isRefused ? { "aria-describedby": "key-refused" } : {})}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          {isRefused && (
            <p class="field-error" id="key-refused" role="alert">
              {words}
            </p>
          )}
        </div>
        <div class="row">
          <button type="submit" class="btn primary" disabled={key.trim() === ""}>
            Sign in
          </button>
        </div>
      </form>
    </section>
  )
}
