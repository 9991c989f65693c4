// The numbers behind a figure, in a fold.

import { Scroll } from "../layout/scroll.tsx"
import { TableHead } from "../layout/table-head.tsx"

export function NumbersTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [heading = [], ...body] = rows
  return (
    <details>
      <summary>The numbers behind it</summary>
      <Scroll label="Numbers">
        <table>
          <TableHead columns={heading} />
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
