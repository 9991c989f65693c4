// How fast the scaled tail falls: -d/dy e^(y²/2)(1 - Φ(y)) = 1/√(2π) - y·scaledTail(y), without the
// cancellation of that formula. Rational approximations of our own as in mills.ts (error below
// 1e-16, positive coefficients), and differences by quadrature.

import { scaledTail } from "./mills.ts"
import { polynomial } from "./polynomial.ts"

/** On [0, 5], in y. */
const nearTop = [
  0.39894228040143265, 0.41298488613254936, 0.22408866304609434, 0.07836617630424882, 0.01896366489194556,
  0.0032188576315743413, 0.0003730395373403458, 2.703430924662901e-5, 9.45364189075415e-7,
]
const nearBottom = [
  1, 2.2885137298906075, 2.42993358992825, 1.5800483330595931, 0.6986781543772644, 0.22024477247122187,
  0.05032505732171244, 0.008271818895286588, 0.0009421786819341039, 6.776501109751395e-5, 2.369676005748346e-6,
]
/** Beyond 5, y² times the slope, in 1/y². */
const farTop = [
  0.3989422804014327, 33.24288855608738, 1018.0854885745591, 14379.16680569742, 96023.92921537503, 275720.85788047046,
  251633.56864806256, 12726.208417649537,
]
const farBottom = [
  1, 86.32756438509594, 2795.944564807797, 43241.14630944112, 336599.9607301692, 1274702.0164724214, 2066251.2957274136,
  1015221.1782903799,
]

/** -scaledTail'(y) for y ≥ -1. */
export function scaledTailSlope(y: number): number {
  if (y < 0) return 0.3989422804014327 - y * (Math.exp(0.5 * y * y) - scaledTail(-y))
  if (y <= 5) return polynomial(nearTop, y) / polynomial(nearBottom, y)
  const u = 1 / (y * y)
  return (u * polynomial(farTop, u)) / polynomial(farBottom, u)
}

/** Half of the nodes and weights of the ten-point Gauss-Legendre rule, which is symmetric. */
const nodes = [0.14887433898163122, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717]
const weights = [0.29552422471475287, 0.26926671930999635, 0.21908636251598204, 0.1494513491505806, 0.06667134430868814]

/** scaledTail(y) - scaledTail(y + width) for y ≥ -1 and width ≤ 1: the integral of the slope. */
export function scaledTailDrop(y: number, width: number): number {
  const middle = y + width / 2
  let sum = 0
  for (let k = 0; k < nodes.length; k++) {
    const offset = (nodes[k] * width) / 2
    sum += weights[k] * (scaledTailSlope(middle - offset) + scaledTailSlope(middle + offset))
  }
  return (sum * width) / 2
}
