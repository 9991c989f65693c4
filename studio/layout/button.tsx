// A button. `class` adds to the usual look, such as "primary".

import type { ButtonHTMLAttributes } from "preact"

interface Props extends Omit<ButtonHTMLAttributes, "class"> {
  readonly class?: string
}

export const Button = ({ class: look = "", ...rest }: Props) => (
  <button type="button" class={`btn ${look}`.trim()} {...rest} />
)
