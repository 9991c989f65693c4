// Whose key this tab has, and what it may do.

import { useMe, whoText } from "../experiments/me.ts"

export function Who() {
  const me = useMe()
  return me === null ? null : <span>{whoText(me)}</span>
}
