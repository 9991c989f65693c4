// The frame of every page, and which page an address shows. Pages are loaded when first shown.

import { useLayoutEffect, useRef } from "preact/hooks"
import { useAddress } from "./address.ts"
import { Boundary } from "./layout/boundary.tsx"
import { Header } from "./layout/header.tsx"
import { usePage } from "./pages.tsx"

export function App() {
  const address = useAddress()
  const { title, content } = usePage(address)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(address.path)
  // In a layout effect, so that the next key press does not reach an element of the previous page.
  useLayoutEffect(() => {
    document.title = title === null ? "Armistice" : `${title} · Armistice`
    // Screen readers start at the top of a new page, as after loading.
    if (shown.current !== address.path) main.current?.focus()
    shown.current = address.path
  }, [address.path, title])
  return (
    <>
      <Header path={address.path} />
      <main id="content" tabIndex={-1} ref={main}>
        <Boundary path={address.path}>{content}</Boundary>
      </main>
      <footer class="site-footer text-xs muted">
        <span>Computed in your browser or by the service that sent this page.</span>
        <span>Nothing is sent to anyone else.</span>
      </footer>
    </>
  )
}
