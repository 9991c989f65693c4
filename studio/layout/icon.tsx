// A line drawing for a button whose label says what it does.

import type { ComponentChildren } from "preact"

interface Props {
  readonly size?: number
  readonly children: ComponentChildren
}

export const Icon = ({ size = 18, children }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.7"
    aria-hidden="true"
  >
    {children}
  </svg>
)
