// The top of every page: where one can go, and the choice of light or dark.

import { Link } from "./link.tsx"
import { chooseTheme, useTheme } from "./theme.ts"

const places = [
  { to: "/explorer", label: "Explorer" },
  { to: "/experiments", label: "Experiments" },
  { to: "/paper", label: "Paper" },
  { to: "/learn", label: "Learn" },
]

export function Header({ path }: { readonly path: string }) {
  const theme = useTheme()
  const other = theme === "dark" ? "light" : "dark"
  return (
    <header class="top">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Link to="/" class="brand" current={path === "/"}>
        <img src="/mark.svg" alt="" width="24" height="24" />
        Armistice
      </Link>
      <nav aria-label="Main">
        {places.map(({ to, label }) => (
          <Link key={to} to={to} current={path === to || path.startsWith(`${to}/`)}>
            {label}
          </Link>
        ))}
      </nav>
      <button type="button" class="quiet" onClick={() => chooseTheme(other)} aria-label={`Change to ${other} colours`}>
        <span aria-hidden="true">{theme === "dark" ? "☀" : "☾"}</span>
      </button>
    </header>
  )
}
