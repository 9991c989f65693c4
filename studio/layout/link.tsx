// A link to another page of the studio, without loading everything again. Clicks with a modifier stay the browser's.

import type { ComponentChildren } from "preact"
import { goTo } from "../address.ts"

interface Props {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  /** The same page, not to be read from its top. */
  readonly staysInPlace?: boolean
  /** Where what is inside is no text. */
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
    <a
      href={to}
      onClick={follow}
      {...(current === true ? { "aria-current": "page" } : {})}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...rest}
    >
      {children}
    </a>
  )
}
