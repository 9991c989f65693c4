// The widths and colours in which pages are tested: one in `npm test`, the others in `npm run
// test:slow`.

export type PageStyle = readonly [colours: "light" | "dark", width: number]

export const firstStyles: readonly PageStyle[] = [["dark", 360]]

export const otherStyles: readonly PageStyle[] = [
  ["light", 360],
  ["light", 768],
  ["light", 1440],
  ["dark", 768],
  ["dark", 1440],
]
