// Search by name, option or id, and filters with their counts.

import { Icon } from "../layout/icon.tsx"
import { Link } from "../layout/link.tsx"
import { formatNumber } from "../text/numbers.ts"
import { type Counts, countFiltered, type Filter, filters } from "./use-list.ts"

const labels: Readonly<Record<Filter, string>> = {
  all: "All",
  running: "Running",
  paused: "Paused",
  done: "Done",
  archived: "Archived",
}

interface Props {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly filter: Filter
  readonly counts: Counts
  /** The query of the address that shows another filter. */
  readonly formatQuery: (filter: Filter) => string
}

export const SearchBar = ({ typed, onTyped, filter, counts, formatQuery }: Props) => (
  <div class="search-bar">
    <search class="search-field">
      <Icon>
        <circle cx="9" cy="9" r="5.5" />
        <path d="m13.5 13.5 4 4" />
      </Icon>
      <label class="sr-only" for="q">
        Search
      </label>
      <input
        class="input"
        id="q"
        type="search"
        maxLength={200}
        placeholder="Search by name, option or id"
        value={typed}
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
    </search>
    <nav class="filters" aria-label="State">
      {filters.map((one) => (
        <Link key={one} to={`/experiments${formatQuery(one)}`} current={one === filter} staysInPlace>
          {labels[one]} {formatNumber(countFiltered(one, counts))}
        </Link>
      ))}
    </nav>
  </div>
)
