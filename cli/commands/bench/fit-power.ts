// Fits y = c·x^p to points: p is the slope of the least-squares line through their logarithms.

/** The power p; null for fewer than two points, or points that all have the same x. */
export function fitPower(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length
  const spread = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  return spread > 0 ? logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread : null
}
