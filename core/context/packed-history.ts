// The releases of an arm as text in the state, one after the other, and as lists by coordinate. A
// release is a row of whole numbers: its coordinate, what it carried on, how many shares its
// rewards joined with, and each share with its number of rewards. A number is written in letters of
// five bits, the lowest first, and a sixth bit says that more follow.

import { ArmisticeError } from "../errors.ts"
import { carryBits } from "../privacy/residual-loss.ts"
import { base64Codes, base64Letters } from "./base64.ts"
import type { ContextArm, SharedCount } from "./context-arm-state.ts"

/**
 * One release of a coordinate: what it carried on, and how many rewards it took in with which
 * share.
 */
export interface PastRelease {
  readonly carried: number
  readonly joined: readonly SharedCount[]
}

/** The part of an arm that keeps its releases. */
type ArmHistory = Pick<ContextArm, "history"> & { readonly lines: readonly Pick<ContextArm["lines"][0], "releases">[] }

const unpacked = new WeakMap<ArmHistory, { readonly text: string; readonly lists: readonly PastRelease[][] }>()
const radix = 32

/** A release as text, to be added to those before it. */
export function packRelease(coordinate: number, { carried, joined }: PastRelease): string {
  return [coordinate, carried, joined.length, ...joined.flat()].map(packNumber).join("")
}

/** The releases of an arm by coordinate, in order. */
export function readHistory(arm: ArmHistory): readonly (readonly PastRelease[])[] {
  const known = unpacked.get(arm)
  if (known?.text === arm.history) return known.lists
  const lists = unpackHistory(arm.history, arm.lines.length)
  for (const [coordinate, { releases }] of arm.lines.entries())
    if (lists[coordinate].length !== releases)
      throw unreadable(`${releases} releases of coordinate ${coordinate}, got ${lists[coordinate].length}`)
  unpacked.set(arm, { text: arm.history, lists })
  return lists
}

function unpackHistory(text: string, coordinates: number): PastRelease[][] {
  const lists = Array.from({ length: coordinates }, (): PastRelease[] => [])
  let at = 0
  while (at < text.length) {
    const coordinate = readNumber(coordinates - 1)
    const carried = readNumber(2 ** carryBits - 1)
    const joined: SharedCount[] = []
    for (let shares = readNumber(text.length); shares > 0; shares--)
      joined.push([readNumber(Number.MAX_SAFE_INTEGER), readNumber(Number.MAX_SAFE_INTEGER)])
    lists[coordinate].push({ carried, joined })
  }
  return lists

  function readNumber(most: number): number {
    let number = 0
    for (let unit = 1; at < text.length; unit *= radix) {
      const digit = base64Codes[text.charCodeAt(at++)]
      if (!(digit < 2 * radix)) throw unreadable(`letters of base64, got ${JSON.stringify(text[at - 1])}`)
      number += (digit % radix) * unit
      if (number > most) throw unreadable(`numbers up to ${most}, got ${number}`)
      if (digit < radix) return number
    }
    throw unreadable("whole releases, got a part of one")
  }
}

function packNumber(number: number): string {
  let text = ""
  let rest = number
  for (; rest >= radix; rest = Math.floor(rest / radix)) text += base64Letters[radix + (rest % radix)]
  return text + base64Letters[rest]
}

const unreadable = (what: string) => new ArmisticeError("invalid_state", `packed releases must have ${what}`)
