// A container for wide content; while it overflows it can be focused and scrolled by keyboard.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

interface Props {
  readonly label: string
  /** Limits the height as well. */
  readonly isTall?: boolean
  readonly children: ComponentChildren
}

export function Scroll({ label, isTall = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    const measure = () =>
      setOverflows(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    if (current.firstElementChild !== null) observer.observe(current.firstElementChild)
    measure()
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={place}
      class={isTall ? "scroll tall" : "scroll"}
      {...(overflows ? { tabIndex: 0, role: "region", "aria-label": label } : {})}
    >
      {children}
    </div>
  )
}
