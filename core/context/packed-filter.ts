// The filter of an arm as text in the state, and as arrays in memory. Symmetric matrices are stored
// by half.

import { type InformationFilter, startInformation } from "./information-filter.ts"
import { packFloats, unpackFloats } from "./packed-floats.ts"

/** What keeps a filter; "" stands for a filter that has learned nothing. */
export interface PackedFilter {
  filter: string
}

const unpacked = new WeakMap<PackedFilter, { readonly text: string; readonly filter: InformationFilter }>()

/** The filter of an arm. Changes to it must be stored with `storeFilter`. */
export function loadFilter(arm: PackedFilter, sums: number, coefficients: number): InformationFilter {
  const known = unpacked.get(arm)
  if (known?.text === arm.filter) return known.filter
  const filter = startInformation(sums, coefficients)
  if (arm.filter !== "") read(filter, unpackFloats(arm.filter, packedLength(sums, coefficients)), sums, coefficients)
  unpacked.set(arm, { text: arm.filter, filter })
  return filter
}

/** Writes a changed filter into the state. */
export function storeFilter(arm: PackedFilter, filter: InformationFilter): void {
  const [sums, coefficients] = [filter.offset.length, filter.evidence.length]
  const numbers = new Float64Array(packedLength(sums, coefficients))
  let at = 0
  for (const list of [filter.map, filter.offset, filter.evidence]) {
    numbers.set(list, at)
    at += list.length
  }
  for (const [matrix, size] of [
    [filter.spread, sums],
    [filter.information, coefficients],
  ] as const)
    for (let row = 0; row < size; row++)
      for (let column = 0; column <= row; column++) numbers[at++] = matrix[row * size + column]
  arm.filter = packFloats(numbers)
  // Both halves of a matrix may differ in their last bits; from here on they are what the text says.
  unpacked.delete(arm)
}

const packedLength = (sums: number, coefficients: number): number =>
  sums * coefficients + sums + coefficients + (sums * (sums + 1)) / 2 + (coefficients * (coefficients + 1)) / 2

function read(filter: InformationFilter, numbers: Float64Array, sums: number, coefficients: number): void {
  let at = 0
  for (const list of [filter.map, filter.offset, filter.evidence]) {
    list.set(numbers.subarray(at, at + list.length))
    at += list.length
  }
  for (const [matrix, size] of [
    [filter.spread, sums],
    [filter.information, coefficients],
  ] as const)
    for (let row = 0; row < size; row++)
      for (let column = 0; column <= row; column++) {
        matrix[row * size + column] = numbers[at]
        matrix[column * size + row] = numbers[at++]
      }
}
