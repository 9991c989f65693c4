// A link to another page of the studio, without loading everything again. Clicks with a modifier stay the browser's.

import type { ComponentChildren } from "preact"
import { goTo } from "../address.ts"

interface Props {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

export function Link({ to, current, children, ...rest }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={follow} {...(current === true ? { "aria-current": "page" } : {})} {...rest}>
      {children}
    </a>
  )
}
