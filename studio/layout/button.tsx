// A button that does something on this page. `class` adds to the usual look, such as "primary".

import type { ComponentChildren, TargetedMouseEvent } from "preact"

interface Props {
  readonly class?: string
  readonly onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void
  readonly id?: string
  readonly "aria-label"?: string
  readonly "aria-disabled"?: boolean
  readonly "aria-pressed"?: boolean
  readonly children: ComponentChildren
}

export const Button = ({ class: look, ...rest }: Props) => (
  <button type="button" class={look === undefined ? "btn" : `btn ${look}`} {...rest} />
)
