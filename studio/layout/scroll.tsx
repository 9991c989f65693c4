// A place for what may be wider than the screen. While it is, it can be reached and scrolled by keyboard.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

export function Scroll({ label, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    const measure = () => setWide(current.scrollWidth > current.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    if (current.firstElementChild !== null) observer.observe(current.firstElementChild)
    measure()
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} class="scroll" {...(isWide ? { tabIndex: 0, role: "region", "aria-label": label } : {})}>
      {children}
    </div>
  )
}
