// The heading of a table.

import type { ComponentChildren } from "preact"

type Column = string | { readonly content: ComponentChildren; readonly class?: string }

/** The heading of a column of figures. */
export const alignRight = (content: ComponentChildren): Column => ({ content, class: "align-right" })

/** The heading of a column of drawings, whose name only screen readers need. */
export const hideName = (name: string): Column => ({ content: <span class="sr-only">{name}</span> })

/** `false` omits the column. */
export const TableHead = ({ columns }: { readonly columns: readonly (Column | false)[] }) => (
  <thead>
    <tr>
      {columns.map((column) => {
        if (column === false) return null
        const { content, class: look = "" } = typeof column === "string" ? { content: column } : column
        return (
          <th scope="col" {...(look === "" ? {} : { class: look })}>
            {content}
          </th>
        )
      })}
    </tr>
  </thead>
)
