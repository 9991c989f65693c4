// One fact of the plan: its name, a figure in large type, and what there is to say about it.

import type { ComponentChildren } from "preact"

export const lostName = "Answers lost while it learns"

interface Props {
  readonly name: ComponentChildren
  readonly figure: ComponentChildren
  /** The unrounded figure, which tests read. */
  readonly [data: `data-${string}`]: number | string
  readonly children?: ComponentChildren
}

export const Fact = ({ name, figure, children, ...data }: Props) => (
  <div>
    <dt class="text-xs muted">{name}</dt>
    <dd class="text-sm">
      <b {...data}>{figure}</b>
      {children}
    </dd>
  </div>
)
