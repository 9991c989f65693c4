// The numbers behind a figure, folded away until wanted.

import { Heads } from "../layout/heads.tsx"
import { Scroll } from "../layout/scroll.tsx"

export function NumbersTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [heading = [], ...body] = rows
  return (
    <details>
      <summary>The numbers behind it</summary>
      <Scroll label="Numbers">
        <table>
          <Heads of={heading} />
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
