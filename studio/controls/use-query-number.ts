// A number kept in the address under a name, so that a link shows the same picture.

import { useState } from "preact/hooks"
import { useQueryWriter } from "../address.ts"

export function useQueryNumber(name: string, initial: number, low: number, high: number) {
  const [value, setValue] = useState(() => {
    const given = Number(new URLSearchParams(location.search).get(name) ?? Number.NaN)
    return given >= low && given <= high ? given : initial
  })
  const makeQuery = () => {
    const query = new URLSearchParams(location.search)
    if (value === initial) query.delete(name)
    else query.set(name, String(value))
    return query.size === 0 ? "" : `?${query}`
  }
  useQueryWriter(makeQuery, [name, value, initial])
  return [value, setValue] as const
}
