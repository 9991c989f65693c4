// The page for unknown addresses: what may be wrong, a search, and three links.

import { useState } from "preact/hooks"
import { goTo, type PageProps } from "../address.ts"
import { readKey } from "../experiments/connection.ts"
import { Button } from "../layout/button.tsx"
import { Link } from "../layout/link.tsx"
import { explainAddress, findSearchTerm, findSimilarPage } from "./explain-address.ts"
import "../style/not-found.css"

const ways = (hasKey: boolean) => [
  { to: "/experiments", name: "Experiments", what: hasKey ? "all that your key may see" : "all there are" },
  { to: "/explorer", name: "Explorer", what: "what privacy costs" },
  { to: "/", name: "Start", what: "what this is" },
]

export const NotFoundPage = ({ address }: PageProps) => <NotFound key={address.path} path={address.path} />

export function NotFound({ path }: { readonly path: string }) {
  const [wanted, setWanted] = useState(findSearchTerm(path))
  const near = findSimilarPage(path)
  const hasKey = readKey() !== null
  return (
    <div class="not-found">
      <div>
        <p class="breadcrumb">404</p>
        <h1>There is no page here.</h1>
        <p class="intro">
          Nothing is kept at <code>{path}</code>. {explainAddress(path, hasKey).join(" ")}
          {near !== undefined && (
            <>
              There is <Link to={near}>{near}</Link>, which looks much like it.
            </>
          )}
        </p>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            // Encoded as the list encodes it, so that the list does not rewrite the address.
            goTo(`/experiments?${new URLSearchParams({ q: wanted.trim() })}`)
          }}
        >
          <label class="sr-only" for="wanted">
            Search experiments
          </label>
          <input
            id="wanted"
            class="input"
            type="text"
            autocomplete="off"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <Button type="submit" class="primary">
            Search experiments
          </Button>
        </form>
        <ul class="link-list text-sm">
          {ways(hasKey).map(({ to, name, what }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
              <span class="muted">{what}</span>
            </li>
          ))}
        </ul>
      </div>
      <svg viewBox="0 0 300 170" aria-hidden="true">
        <line class="bell-ground" x1="10" x2="290" y1="140" y2="140" />
        <path class="bell-curve" d="M10 138C95 138 95 30 150 30s55 108 140 108" />
        <line class="grid-line" x1="150" x2="150" y1="20" y2="146" />
        <circle class="fill-accent" cx="268" cy="131" r="7" />
        <text class="plot-label lead" x="268" y="112" text-anchor="middle">
          you
        </text>
        <text class="axis-label" x="150" y="160" text-anchor="middle">
          where the pages are
        </text>
      </svg>
    </div>
  )
}
