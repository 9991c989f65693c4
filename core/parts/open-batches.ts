// The batches of one arm that have decisions but are not released, in order. Where rewards are late there may be many in which none is in
// yet; those of one size are one item with their number, so that a state is no longer for a million decisions that nobody has answered.

export interface OpenBatch {
  size: number
  received: number
  sum: number
  /** So many more follow that are like it, with no reward in them. Missing: none. */
  alike?: number
}

/** `count` batches of one size without a reward, as the items they are. */
function empty(size: number, count: number): OpenBatch[] {
  if (count === 0) return []
  const first: OpenBatch = { size, received: 0, sum: 0 }
  if (count > 1) first.alike = count - 1
  return [first]
}

export const batchesIn = ({ alike = 0 }: OpenBatch): number => 1 + alike

const pullsIn = (item: OpenBatch): number => item.size * batchesIn(item)

/** Where long lists end, so that a decision need not look at all of one: closing the first batch leaves that as it is, opening one does not. */
const ends = new WeakMap<readonly OpenBatch[], number>()

const few = 16

/** The pull after those that these batches are for, of which the first begins with pull `from`. */
export function endOf(open: readonly OpenBatch[], from: number): number {
  const isLong = open.length > few
  let end = isLong ? ends.get(open) : undefined
  if (end !== undefined) return end
  end = from
  for (const item of open) end += pullsIn(item)
  if (isLong) ends.set(open, end)
  return end
}

/** An item of a list, and the pull with which it begins. */
export interface Place {
  readonly item: number
  readonly first: number
}

/** Where the batch of a pull is, of those whose first begins with pull `from`; an item past the end if none has it. */
export function locate(open: readonly OpenBatch[], from: number, pull: number): Place {
  let item = 0
  let first = from
  for (; item < open.length; item++) {
    const end = first + pullsIn(open[item])
    if (pull < end) break
    first = end
  }
  return { item, first }
}

/** Opens one more batch at the end. */
export function openBatch(open: OpenBatch[], size: number): void {
  const end = ends.get(open)
  if (end !== undefined) ends.set(open, end + size)
  const last = open.at(-1)
  if (last !== undefined && last.size === size && last.received === 0) last.alike = batchesIn(last)
  else open.push({ size, received: 0, sum: 0 })
}

/** The batch of a pull, apart from those like it: it is about to get a reward. */
export function takeApart(open: OpenBatch[], { item, first }: Place, pull: number): OpenBatch {
  const { size, alike = 0 } = open[item]
  if (alike === 0) return open[item]
  const before = Math.floor((pull - first) / size)
  const batch = { size, received: 0, sum: 0 }
  open.splice(item, 1, ...empty(size, before), batch, ...empty(size, alike - before))
  return batch
}
