// The demo's experiment, and how its simulated people really answer. The gallery uses the same one
// for its pictures.

/** The share of people who follow each reminder. */
export const demoTruth: Readonly<Record<string, number>> = {
  "Plain reminder": 0.4,
  "Friendly reminder": 0.55,
  "Short reminder": 0.44,
}

/** A fifth of the people get an option at random, so that a verdict is clear within minutes. */
export const demoExperiment = {
  name: "Demo: which reminder works?",
  arms: Object.keys(demoTruth),
  horizon: 20_000,
  answers: "all",
  privacy: { eta: 1 },
  protects: "subject",
  sticky: true,
  evenShare: 0.2,
  rewardWindowSeconds: 60,
} as const
