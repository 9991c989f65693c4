// The heading of a table.

import type { ComponentChildren } from "preact"

type Column = string | { readonly right: ComponentChildren }

/** The heading of a column of figures. */
export const alignRight = (right: ComponentChildren): Column => ({ right })

/** `false` omits the column. */
export const TableHead = ({ columns }: { readonly columns: readonly (Column | false)[] }) => (
  <thead>
    <tr>
      {columns.map(
        (column) =>
          column !== false && (
            <th scope="col" {...(typeof column === "string" ? {} : { class: "align-right" })}>
              {typeof column === "string" ? column : column.right}
            </th>
          ),
      )}
    </tr>
  </thead>
)
