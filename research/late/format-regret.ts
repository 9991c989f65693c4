// Regret in tables: three digits, and more before the point.

export const formatRegret = (value: number): string =>
  value >= 99.95 ? value.toFixed(0) : value.toFixed(value >= 9.995 ? 1 : 2)
