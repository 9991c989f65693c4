// A line drawing of 18 pixels for a button whose label says what it does.

import type { ComponentChildren } from "preact"

export function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
