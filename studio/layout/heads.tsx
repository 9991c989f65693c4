// The heading of a table.

import type { ComponentChildren } from "preact"

/** Of a column of figures, which are at the right. */
export const right = (words: ComponentChildren) => ({ right: words })

/** False: a column that is left out. */
export const Heads = ({ of }: { readonly of: readonly (string | ReturnType<typeof right> | false)[] }) => (
  <thead>
    <tr>
      {of.map((one) => {
        if (one === false) return null
        return typeof one === "string" ? (
          <th scope="col">{one}</th>
        ) : (
          <th scope="col" class="align-right">
            {one.right}
          </th>
        )
      })}
    </tr>
  </thead>
)
