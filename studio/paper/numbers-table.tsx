// The numbers behind a figure, folded away until wanted.

export function NumbersTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [heading = [], ...body] = rows
  return (
    <details>
      <summary>The numbers behind it</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {heading.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
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
      </div>
    </details>
  )
}
