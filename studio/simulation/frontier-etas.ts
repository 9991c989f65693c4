// The privacy along the first chart of the explorer: what is simulated, and where the bound is computed.

export const frontierEtas: readonly number[] = [0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 4, 8]
