// The algorithm to take where none is asked for: the lowest regret measured at equal privacy (lab/frontier/results).

export const recommendedAlgorithm = "gdp-imed"
