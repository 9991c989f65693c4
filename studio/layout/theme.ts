// Light or dark: what the system says, unless chosen here. The choice is kept in this browser only.

import { useEffect, useState } from "preact/hooks"

export type Theme = "light" | "dark"

const key = "armistice-theme"
const system = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<(theme: Theme) => void>()

function chosen(): Theme | null {
  const stored = localStorage.getItem(key)
  return stored === "light" || stored === "dark" ? stored : null
}

const themeNow = (): Theme => chosen() ?? (system.matches ? "dark" : "light")

function apply(): void {
  const theme = themeNow()
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener(theme)
}

export function startTheme(): void {
  system.addEventListener("change", apply)
  apply()
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  apply()
}

export function useTheme(): Theme {
  const [theme, setTheme] = useState(themeNow)
  useEffect(() => {
    listeners.add(setTheme)
    return () => void listeners.delete(setTheme)
  }, [])
  return theme
}
