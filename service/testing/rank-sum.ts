// The two-sample rank-sum statistic (Mann and Whitney 1947) in standard deviations, with ties at
// their mean rank.

export function rankSumZ(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const rank = (start + 1 + end) / 2
    for (let index = start; index < end; index++) if (all[index]?.isFirst) rankSum += rank
    ties += (end - start) ** 3 - (end - start)
    start = end
  }
  const [n, m, total] = [first.length, second.length, all.length]
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)))
  return (rankSum - (n * (total + 1)) / 2) / Math.sqrt(variance)
}
