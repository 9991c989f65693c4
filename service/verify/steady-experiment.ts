// The experiment of measurements: its batches have millions of decisions, so the time goes into
// decisions and rewards, not into releases and results.

export const steadyExperiment = (name: string) => ({
  name,
  arms: ["a", "b"],
  horizon: 1e9,
  answers: "all" as const,
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 20_000, batchRatio: 100 },
})
