// Places the names of curves: beside their ends without overlap, as near as possible, or in rows.

/** Moves label centres apart to `spacing`, within [top, bottom]; null if they do not fit. */
export function placeLabels(
  wanted: readonly number[],
  spacing: number,
  top: number,
  bottom: number,
): readonly number[] | null {
  if ((wanted.length - 1) * spacing > bottom - top) return null
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b] || a - b)
  // Centres touching labels on the mean of their wanted places; groups that touch merge.
  const groups: { members: number[]; centre: number }[] = []
  for (const index of order) {
    groups.push({ members: [index], centre: clamp(wanted[index], top, bottom) })
    while (groups.length > 1 && overlap(groups[groups.length - 2], groups[groups.length - 1], spacing)) {
      const [upper, lower] = groups.splice(-2)
      const members = [...upper.members, ...lower.members]
      const mean = members.reduce((sum, member) => sum + wanted[member], 0) / members.length
      const half = ((members.length - 1) * spacing) / 2
      groups.push({ members, centre: clamp(mean, top + half, bottom - half) })
    }
  }
  const places = new Array<number>(wanted.length)
  for (const { members, centre } of groups)
    for (const [rank, member] of members.entries())
      places[member] = centre + (rank - (members.length - 1) / 2) * spacing
  return places
}

function overlap(
  upper: { members: number[]; centre: number },
  lower: { members: number[]; centre: number },
  spacing: number,
): boolean {
  return lower.centre - upper.centre < ((upper.members.length + lower.members.length) / 2) * spacing - 1e-9
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Arranges names with these widths in rows. */
export function placeLegend(
  widths: readonly number[],
  maxWidth: number,
): { readonly x: number; readonly row: number }[] {
  const between = 18
  let x = 0
  let row = 0
  return widths.map((width) => {
    if (x > 0 && x + width > maxWidth) {
      x = 0
      row++
    }
    const place = { x, row }
    x += width + between
    return place
  })
}
