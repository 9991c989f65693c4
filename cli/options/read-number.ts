// Numbers as people write them on a command line: 1000000, 1e6, .5. Nothing else, and never NaN or
// Infinity.

export function readNumber(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
