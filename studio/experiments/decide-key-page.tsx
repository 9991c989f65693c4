// The list page for a key that may only decide: it lists nothing, but opens what it is for.

import { useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { TextField } from "../controls/text-field.tsx"
import { Button } from "../layout/button.tsx"
import { Link } from "../layout/link.tsx"
import { type Account, signOut } from "./account.ts"

export function DecideKeyPage({ account }: { readonly account: Account }) {
  const [id, setId] = useState("")
  return (
    <>
      <div class="page-head list-head">
        <div>
          <h1>Experiments</h1>
        </div>
      </div>
      <section class="card sign-in">
        <h2>
          {account.person === null ? "This key gives options and takes answers" : "You give options and send answers"}
        </h2>
        <p class="text-sm">
          {account.person === null ? "It" : "Your role"} may not list experiments or read results. It may read how far
          an experiment is and how to call it. For more,{" "}
          {account.person === null
            ? "sign in with a key that may audit or operate"
            : "you need a role that may audit or operate"}
          .
        </p>
        {account.experiments !== null && (
          <ul>
            {account.experiments.map((one) => (
              <li key={one}>
                <Link to={`/experiments/${one}`}>{one}</Link>
              </li>
            ))}
          </ul>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (id.trim() !== "") goTo(`/experiments/${encodeURIComponent(id.trim())}`)
          }}
        >
          <TextField id="id" label="Id of an experiment" value={id} onValue={setId} />
          <div class="row">
            <Button type="submit" class="primary">
              Open it
            </Button>
            <Button onClick={() => void signOut()}>{account.person === null ? "Use another key" : "Sign out"}</Button>
          </div>
        </form>
      </section>
    </>
  )
}
