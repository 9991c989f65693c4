// A value as it was when it last stood still: for what is not worth following while one drags.

import { useEffect, useState } from "preact/hooks"

export function useRested<Value>(value: Value, restMs = 200): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
