// A number kept in the address under a name, so that a link shows the same picture.

import { useEffect, useState } from "preact/hooks"
import { writeQuery } from "../address.ts"

export function useQueryNumber(name: string, usual: number, low: number, high: number) {
  const [value, setValue] = useState(() => {
    const given = Number(new URLSearchParams(location.search).get(name) ?? Number.NaN)
    return given >= low && given <= high ? given : usual
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const query = new URLSearchParams(location.search)
      if (value === usual) query.delete(name)
      else query.set(name, String(value))
      writeQuery(query.size === 0 ? "" : `?${query}`)
    }, 250)
    return () => clearTimeout(timer)
  }, [name, value, usual])
  return [value, setValue] as const
}
