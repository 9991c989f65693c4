// The privacy targets along the frontier.

export const frontierEtas: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]
