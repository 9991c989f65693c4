// The exact rounding errors of a sum and of a product (Knuth's TwoSum, Dekker's and Veltkamp's
// product), and the next number above: the bricks of directed rounding, which JavaScript's
// arithmetic does not offer.

/** x + y - sum exactly, where sum is the rounded x + y. */
export function sumError(x: number, y: number, sum: number): number {
  const kept = sum - x
  return x - (sum - kept) + (y - kept)
}

/** x·y - product exactly, for the rounded product. Needs |x|, |y| < 1e300 and |x·y| > 1e-290. */
export function productError(x: number, y: number, product: number): number {
  const xHead = head(x)
  const yHead = head(y)
  const xRest = x - xHead
  const yRest = y - yHead
  return xHead * yHead - product + xHead * yRest + xRest * yHead + xRest * yRest
}

/** The upper 26 bits of x. */
function head(x: number): number {
  const scaled = 134217729 * x
  return scaled - (scaled - x)
}

const value = new Float64Array(1)
const bits = new BigInt64Array(value.buffer)

/** The smallest number above x, for finite x ≥ 0. */
export function nextUp(x: number): number {
  value[0] = x + 0
  bits[0] += 1n
  return value[0]
}
