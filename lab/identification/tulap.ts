// The Tulap law (Awan and Slavković 2018): its distribution function F has F_ε(F(x)) = F(x - 1),
// where F_ε(q) is the least chance that ε-DP leaves an event of chance q at distance one.

/** F(x) of Tulap noise with b = e^(-ε). */
export function tulapCdf(epsilon: number): (x: number) => number {
  const b = Math.exp(-epsilon)
  const lower = (x: number): number => {
    const nearest = Math.round(x)
    return (Math.exp(epsilon * nearest) / (1 + b)) * (b + (x - nearest + 0.5) * (1 - b))
  }
  return (x) => (x <= 0 ? lower(x) : 1 - lower(-x))
}
