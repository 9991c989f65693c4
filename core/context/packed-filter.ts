// The filter of an arm as text in the state, and as arrays in memory. Symmetric matrices are stored
// by half.

import type { ContextArm } from "./context-arm-state.ts"
import { type InformationFilter, startInformation } from "./information-filter.ts"
import { packFloats, unpackFloats } from "./packed-floats.ts"

/** The part of an arm that keeps its filter. */
type PackedFilter = Pick<ContextArm, "hiddenLaw" | "information">

const unpacked = new WeakMap<PackedFilter, PackedFilter & { readonly filter: InformationFilter }>()

/** The filter of an arm, to be read only. */
export function readFilter(arm: PackedFilter, sums: number, coefficients: number): InformationFilter {
  const known = unpacked.get(arm)
  if (known?.information === arm.information && known.hiddenLaw === arm.hiddenLaw) return known.filter
  const filter = startInformation(sums, coefficients)
  const { map, offset, spread, information, evidence } = filter
  unpack(arm.hiddenLaw, [map, offset], spread)
  unpack(arm.information, [evidence], information)
  unpacked.set(arm, { hiddenLaw: arm.hiddenLaw, information: arm.information, filter })
  return filter
}

/** The filter of an arm, to be changed and then stored. */
export function takeFilter(arm: PackedFilter, sums: number, coefficients: number): InformationFilter {
  const filter = readFilter(arm, sums, coefficients)
  unpacked.delete(arm)
  return filter
}

/** Writes a changed filter into the state. */
export function storeFilter(arm: PackedFilter, filter: InformationFilter): void {
  const { map, offset, spread, information, evidence } = filter
  arm.hiddenLaw = pack([map, offset], spread)
  arm.information = pack([evidence], information)
  unpacked.set(arm, { hiddenLaw: arm.hiddenLaw, information: arm.information, filter })
}

/**
 * Lists, and then the lower half of a symmetric matrix. Both halves may differ in their last bits;
 * from here on they do not.
 */
function pack(lists: readonly Float64Array[], matrix: Float64Array): string {
  const size = Math.sqrt(matrix.length)
  const numbers = new Float64Array(packedLength(lists, size))
  let at = 0
  for (const list of lists) {
    numbers.set(list, at)
    at += list.length
  }
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      const value = matrix[row * size + column]
      numbers[at++] = value
      matrix[column * size + row] = value
    }
  return packFloats(numbers)
}

function unpack(text: string, lists: readonly Float64Array[], matrix: Float64Array): void {
  if (text === "") return
  const size = Math.sqrt(matrix.length)
  const numbers = unpackFloats(text, packedLength(lists, size))
  let at = 0
  for (const list of lists) {
    list.set(numbers.subarray(at, at + list.length))
    at += list.length
  }
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      matrix[row * size + column] = numbers[at]
      matrix[column * size + row] = numbers[at++]
    }
}

const packedLength = (lists: readonly Float64Array[], size: number): number =>
  lists.reduce((length, list) => length + list.length, (size * (size + 1)) / 2)
