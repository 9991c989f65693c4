// The timeline of an experiment, newest entry first.

import { useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { formatMoment } from "../text/times.ts"
import type { TimelineEntry } from "./timeline-entries.ts"

const firstShown = 6

export function Timeline({ told: entries }: { readonly told: readonly TimelineEntry[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, firstShown)
  return (
    <section class="card" aria-labelledby="who-did-what">
      <h2 id="who-did-what">Who did what</h2>
      {entries.length === 0 ? (
        <p>Nothing is on record that this key may see.</p>
      ) : (
        <ol class="timeline text-sm">
          {shown.map(({ key, at, words, by }, index) => (
            <li key={key} class={index === 0 ? "now" : ""}>
              <span>{words}</span>
              <small>
                {formatMoment(Date.parse(at))} · {by}
              </small>
            </li>
          ))}
        </ol>
      )}
      {entries.length > shown.length && (
        <Button class="small" onClick={() => setWhole(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  )
}
