// For a key that decides: it may not see which experiments there are, but read those it is for.

import { useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { Link } from "../layout/link.tsx"
import { type Me, signOut } from "./me.ts"

export function NoList({ me }: { readonly me: Me }) {
  const [id, setId] = useState("")
  return (
    <>
      <div class="head lh">
        <div>
          <h1>Experiments</h1>
        </div>
      </div>
      <section class="card sign">
        <h2>This key gives options and takes answers</h2>
        <p class="s">
          It may not list experiments or read results. It may read how far an experiment is and how to call it. For
          more, sign in with a key that may audit or operate.
        </p>
        {me.experiments !== null && (
          <ul>
            {me.experiments.map((one) => (
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
          <div class="f">
            <label for="id">Id of an experiment</label>
            <input class="in" id="id" value={id} onInput={(event) => setId(event.currentTarget.value)} />
          </div>
          <div class="row">
            <button type="submit" class="btn pri">
              Open it
            </button>
            <button type="button" class="btn" onClick={signOut}>
              Use another key
            </button>
          </div>
        </form>
      </section>
    </>
  )
}
