// Tables of a 256-layer ziggurat for a symmetric law (Marsaglia and Tsang 2000, J. Stat. Software
// 5(8)) whose half-density decreases from 1 at 0. They are built with +, -, *, / only, so they are
// the same to the last bit on every platform.

export interface Ziggurat {
  /** Width of layer i over 2^53; negative for i + 256, so that nine bits choose layer and sign. */
  readonly width: Float64Array
  /** Whole numbers below this lie under the curve without further ado (same index). */
  readonly limit: Float64Array
  /** The density at the right end of layer i; entry 256 is the top of the curve. */
  readonly height: Float64Array
}

const layers = 256

/** `start`: where the tail begins. `area`: of every layer, the lowest with its tail. */
export function ziggurat(
  start: number,
  area: number,
  density: (x: number) => number,
  slope: (x: number) => number,
): Ziggurat {
  const right = new Float64Array(layers + 1)
  const height = new Float64Array(layers + 1)
  right[0] = area / density(start)
  right[1] = start
  height[1] = density(start)
  for (let i = 2; i < layers; i++) {
    height[i] = height[i - 1] + area / right[i - 1]
    right[i] = solve(right[i - 1], height[i], density, slope)
  }
  height[layers] = 1
  const width = new Float64Array(2 * layers)
  const limit = new Float64Array(2 * layers)
  for (let i = 0; i < layers; i++) {
    width[i] = right[i] * 2 ** -53
    width[i + layers] = -width[i]
    limit[i] = limit[i + layers] = Math.floor((right[i + 1] / right[i]) * 2 ** 53)
  }
  return { width, limit, height }
}

/** Newton's iteration for density(x) = y from the neighbouring layer, with ample steps. */
function solve(from: number, y: number, density: (x: number) => number, slope: (x: number) => number): number {
  let x = from
  for (let step = 0; step < 30; step++) x -= (density(x) - y) / slope(x)
  return x
}

/** e^x for -20 < x ≤ 0 from the Taylor series, within 2 units in the last place. */
export function portableExp(x: number): number {
  const halvings = Math.round(-x / Math.LN2)
  const rest = x + halvings * 0.6931471803691238 + halvings * 1.9082149292705877e-10
  let sum = 1
  for (let k = 18; k >= 1; k--) sum = 1 + (sum * rest) / k
  return sum / (1 << halvings)
}
