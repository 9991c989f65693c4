// Widths and colours in which pages are looked at: two that have little in common in `npm test`, the others in `npm run test:slow`.

export type Look = readonly [colours: "light" | "dark", width: number]

export const firstLooks: readonly Look[] = [
  ["dark", 360],
  ["light", 1440],
]

export const otherLooks: readonly Look[] = [
  ["light", 360],
  ["light", 768],
  ["dark", 768],
  ["dark", 1440],
]
