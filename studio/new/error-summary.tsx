// The problems above the form: focused when Create was pressed, with links to the fields.

import { useLayoutEffect, useRef } from "preact/hooks"
import { spellNumber } from "../text/numbers.ts"
import type { Problem } from "./problem.ts"

interface Props {
  readonly problems: readonly Problem[]
  /** How often Create was pressed. */
  readonly tries: number
}

export function ErrorSummary({ problems, tries }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.focus(), [tries])
  if (tries === 0 || problems.length === 0) return null
  return (
    <div class="error-summary" role="alert" tabIndex={-1} ref={place}>
      <h2>{`Fix ${spellNumber(problems.length)} ${problems.length === 1 ? "thing" : "things"}`}</h2>
      <ul class="text-sm">
        {problems.map(({ field, summary }) => (
          <li key={`${field} ${summary}`}>
            {field === "form" ? (
              summary
            ) : (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  const input = document.getElementById(field)
                  input?.scrollIntoView({ block: "center" })
                  input?.focus({ preventScroll: true })
                }}
              >
                {summary}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
