// Copies an algorithm's state, plain JSON, many times faster than structuredClone.

export function copyState<State>(state: State): State {
  if (Array.isArray(state)) return (isFlat(state) ? state.slice() : state.map(copyState)) as State
  if (typeof state !== "object" || state === null) return state
  const copy: Record<string, unknown> = {}
  for (const key in state) copy[key] = copyState(state[key])
  return copy as State
}

const isFlat = (list: readonly unknown[]): boolean => list.length === 0 || typeof list[0] !== "object"
