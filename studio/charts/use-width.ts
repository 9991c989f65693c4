// The width of an element in whole pixels; 0 until it is laid out.

import type { RefObject } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => setWidth(Math.floor(current.getBoundingClientRect().width))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [element])
  return width
}
