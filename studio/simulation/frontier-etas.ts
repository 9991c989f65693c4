// The levels of privacy at which the explorer simulates the frontier and computes the bound.

export const frontierEtas: readonly number[] = [0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 4, 8]
