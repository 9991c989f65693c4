// Light or dark: the system's setting unless chosen here. The choice is stored in this browser.

import { useEffect, useState } from "preact/hooks"

export type Theme = "light" | "dark"

const key = "armistice-theme"
const system = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<(theme: Theme) => void>()

let choice: Theme | null = storedChoice()

/** If the browser stores nothing, a choice lasts as long as the page. */
function storedChoice(): Theme | null {
  try {
    const stored = localStorage.getItem(key)
    return stored === "light" || stored === "dark" ? stored : null
  } catch {
    return null
  }
}

const themeNow = (): Theme => choice ?? (system.matches ? "dark" : "light")

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
  choice = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // The choice still holds for this page.
  }
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
