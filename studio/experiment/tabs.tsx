// The tabs of an experiment as links with addresses of their own. Tabs that the key may not read
// are left out.

import { useEffect, useRef } from "preact/hooks"
import { Link } from "../layout/link.tsx"

export type Tab = "results" | "people" | "privacy" | "code" | "settings"

const labels: Readonly<Record<Tab, string>> = {
  results: "Results",
  people: "People",
  privacy: "Privacy and ledger",
  code: "Code",
  settings: "Settings",
}

const all = Object.keys(labels) as Tab[]

export const listTabs = (mayAudit: boolean): readonly Tab[] =>
  mayAudit ? all : all.filter((tab) => tab !== "results" && tab !== "privacy")

/** The tab that the address names, or the first. */
export function findTab(query: string, tabs: readonly Tab[]): Tab {
  const wanted = new URLSearchParams(query).get("tab")
  return tabs.find((tab) => tab === wanted) ?? (tabs[0] as Tab)
}

interface Props {
  readonly tabs: readonly Tab[]
  readonly at: Tab
  readonly path: string
}

export function Tabs({ tabs, at, path }: Props) {
  const place = useRef<HTMLElement>(null)
  // On a phone the current tab may be outside the visible part.
  useEffect(() => {
    const nav = place.current
    const link = nav?.querySelector<HTMLElement>("[aria-current]")
    if (nav && link) nav.scrollLeft = link.offsetLeft + link.offsetWidth - nav.clientWidth
  }, [at])
  return (
    <nav class="tabs text-sm" aria-label="About this experiment" ref={place}>
      {tabs.map((tab) => (
        <Link key={tab} to={tab === tabs[0] ? path : `${path}?tab=${tab}`} current={tab === at} staysInPlace>
          {labels[tab]}
        </Link>
      ))}
    </nav>
  )
}
