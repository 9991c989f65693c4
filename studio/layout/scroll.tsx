// A place for what may be wider than the screen. While it is, it can be reached and scrolled by keyboard.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

interface Props {
  readonly label: string
  /** Whether it may also be longer than is convenient. */
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
