// C^G of Kaufmann and Koolen (2021, Theorem 9) bounds what Gaussian means say at all times.

/** min over λ in (1/2, 1] of (2λ - 2λ ln(4λ) + ln ζ(2λ) - ln(1 - λ)/2 + x)/λ; about x + ln x. */
export function gaussianCalibration(x: number): number {
  const at = (rate: number): number =>
    (2 * rate - 2 * rate * Math.log(4 * rate) + Math.log(zeta(2 * rate)) - Math.log1p(-rate) / 2 + x) / rate
  let [low, high] = [0.5 + 1e-9, 1 - 1e-9]
  // Golden section; every rate gives a bound.
  const golden = (Math.sqrt(5) - 1) / 2
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)]
  for (let step = 0; step < 60; step++) {
    if (at(left) < at(right)) high = right
    else low = left
    left = high - golden * (high - low)
    right = low + golden * (high - low)
  }
  return at((low + high) / 2)
}

/** Riemann's ζ for s > 1, by Euler and Maclaurin. */
function zeta(s: number): number {
  const terms = 20
  let sum = 0
  for (let n = 1; n < terms; n++) sum += n ** -s
  const tail = terms ** (1 - s) / (s - 1) + terms ** -s / 2 + (s * terms ** (-s - 1)) / 12
  return sum + tail - (s * (s + 1) * (s + 2) * terms ** (-s - 3)) / 720
}
