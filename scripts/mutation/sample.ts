// A part of a list, drawn by seed, in the list's order: the same list gives the same part on every machine.

import { seededRandom } from "@armistice/core"

export function sampled<Item>(list: readonly Item[], size: number, seed = 13): Item[] {
  if (size === 0 || size >= list.length) return [...list]
  const random = seededRandom(seed)
  const numbers = list.map((_, number) => number)
  for (let place = 0; place < size; place++) {
    const other = place + random.integer(numbers.length - place)
    ;[numbers[place], numbers[other]] = [numbers[other] as number, numbers[place] as number]
  }
  return numbers
    .slice(0, size)
    .sort((one, two) => one - two)
    .map((number) => list[number] as Item)
}
