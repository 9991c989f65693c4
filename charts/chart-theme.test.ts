import { describe, expect, test } from "vitest"
import { chartThemes, chooseSeriesStyle } from "./chart-theme.ts"

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16) / 255)
  const [red, green, blue] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.entries(chartThemes))("%s", (_name, theme) => {
  test("curves stand out at 3:1 and text at 4.5:1 (WCAG 2)", () => {
    for (const colour of theme.colours) expect(contrast(colour, theme.background), colour).toBeGreaterThanOrEqual(3)
    for (const colour of [theme.text, theme.muted])
      expect(contrast(colour, theme.background), colour).toBeGreaterThanOrEqual(4.5)
  })

  test("the first eight series differ in dash and in marker, the first 64 in either or in colour", () => {
    const styles = Array.from({ length: 64 }, (_, index) => chooseSeriesStyle(theme, index))
    expect(new Set(styles.slice(0, 8).map(({ dash }) => dash)).size).toBe(8)
    expect(new Set(styles.slice(0, 8).map(({ symbol }) => symbol)).size).toBe(8)
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(64)
  })
})
