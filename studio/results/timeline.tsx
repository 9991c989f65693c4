// Who did what, the newest first.

import { useState } from "preact/hooks"
import { momentText } from "../text/times.ts"
import type { Told } from "./deed-words.ts"

const firstShown = 6

export function Timeline({ told }: { readonly told: readonly Told[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? told : told.slice(0, firstShown)
  return (
    <section class="card" aria-labelledby="who-did-what">
      <h2 id="who-did-what">Who did what</h2>
      {told.length === 0 ? (
        <p>Nothing is on record that this key may see.</p>
      ) : (
        <ol class="timeline">
          {shown.map(({ key, at, words, by }, index) => (
            <li key={key} class={index === 0 ? "now" : ""}>
              <span>{words}</span>
              <small>
                {momentText(Date.parse(at))} · {by}
              </small>
            </li>
          ))}
        </ol>
      )}
      {told.length > shown.length && (
        <button type="button" class="btn small" onClick={() => setWhole(true)}>
          Show all {told.length}
        </button>
      )}
    </section>
  )
}
