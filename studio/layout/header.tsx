// The header of every page: main links, the account, and the choice of light or dark.

import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Icon } from "./icon.tsx"
import { Link } from "./link.tsx"
import { chooseTheme, useTheme } from "./theme.ts"

const places = [
  { to: "/experiments", label: "Experiments" },
  { to: "/explorer", label: "Explorer" },
  { to: "/paper", label: "Paper" },
  { to: "/learn", label: "Learn" },
]

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

export function Header({ path }: { readonly path: string }) {
  const theme = useTheme()
  const other = theme === "dark" ? "light" : "dark"
  const AccountBadge = useAccountBadge(isWithin(path, "/experiments") || isWithin(path, "/settings"))
  return (
    <header class="site-header">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Link to="/" class="brand" current={path === "/"} label="Armistice, start">
        <img src="/mark.svg" alt="" width="24" height="24" />
        <span>Armistice</span>
      </Link>
      <nav class="text-sm" aria-label="Main">
        {places.map(({ to, label }) => (
          <Link key={to} to={to} current={isWithin(path, to)}>
            {label}
          </Link>
        ))}
      </nav>
      <div class="account text-xs muted">
        {AccountBadge !== null && <AccountBadge path={path} />}
        <button
          type="button"
          class="icon-button"
          onClick={() => chooseTheme(other)}
          aria-label={`Change to ${other} colours`}
        >
          <Icon>
            {theme === "dark" ? (
              <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4" />
            ) : (
              <path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z" />
            )}
          </Icon>
        </button>
      </div>
    </header>
  )
}

/** Only pages about experiments load the account; the others work without a service. */
type AccountBadgeComponent = ComponentType<{ readonly path: string }>

function useAccountBadge(isWanted: boolean): AccountBadgeComponent | null {
  const [AccountBadge, setAccountBadge] = useState<AccountBadgeComponent | null>(null)
  useEffect(() => {
    if (isWanted)
      void import("./account-badge.tsx").then(
        (loaded) => setAccountBadge(() => loaded.AccountBadge),
        // The page itself reports that the service does not answer.
        () => undefined,
      )
  }, [isWanted])
  return isWanted ? AccountBadge : null
}
