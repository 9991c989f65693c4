// A link within the studio that reloads nothing; modifier keys keep the browser's behaviour.

import type { ComponentChildren } from "preact"
import { goTo } from "../address.ts"

interface Props {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  /** Keeps the scroll position, for links within one page. */
  readonly staysInPlace?: boolean
  /** The accessible name of a link without text. */
  readonly label?: string
  readonly children: ComponentChildren
}

export function Link({ to, current, label, staysInPlace = false, children, ...rest }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to, staysInPlace)
  }
  return (
    <a href={to} onClick={follow} aria-current={current === true ? "page" : undefined} aria-label={label} {...rest}>
      {children}
    </a>
  )
}
