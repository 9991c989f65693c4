// Asks for a key where the service wants one.

import { useState } from "preact/hooks"
import { keyNow, rememberKey } from "./connection.ts"

interface Props {
  readonly words: string
  readonly onKey: () => void
}

export function SignIn({ words, onKey }: Props) {
  const [key, setKey] = useState("")
  return (
    <section class="panel prose">
      <h1>This service needs a key</h1>
      <p>
        Paste a key that <code>armistice keys create</code> has made on the machine that runs the service. It is kept in
        this tab only, and forgotten when you close it.
      </p>
      {keyNow() !== null && <p class="note bad">{words}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rememberKey(key.trim())
          onKey()
        }}
      >
        <div class="field">
          <label for="key">Key</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="primary" disabled={key.trim() === ""}>
          Sign in
        </button>
      </form>
    </section>
  )
}
