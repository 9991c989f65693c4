// One experiment for each state of the verdict, with the people that bring it there.

import type { Traffic } from "./simulate-traffic.ts"

export const arms = ["Friendly reminder", "Short reminder", "Plain reminder"]
export const shares = { "Friendly reminder": 0.9, "Short reminder": 0.5, "Plain reminder": 0.3 }
const answered = { answers: "all" } as const
/** So little noise that each state comes soon. */
export const base = { arms, horizon: 8000, ...answered, privacy: { eta: 10 }, evenShare: 0.5 }
/** Its values count when its window ends. */
const complaint = {
  name: "complaint",
  min: 0,
  max: 1,
  eta: 9,
  worse: "higher",
  default: 0,
  windowSeconds: 0.5,
} as const
const two = {
  arms: ["By Friday", "Plain"],
  horizon: 8000,
  ...answered,
  evenShare: 1,
  privacy: { eta: 5 },
  acceptWeakPrivacy: true,
}
const letters = Array.from({ length: 12 }, (_, index) => `Wording ${String.fromCharCode(65 + index)}`)

export const scenarios: Readonly<Record<string, Traffic & { readonly afterwards?: "finish" | "pause" }>> = {
  nobody: { definition: { ...base, name: "Nobody" } },
  "no figures": { definition: { ...base, name: "No figures" }, people: 60, silent: true },
  "too early": { definition: { ...base, name: "Too early" }, until: ["too_early"], size: 3 },
  leaning: { definition: { ...base, name: "Leaning" }, shares, until: ["leaning"], size: 4 },
  clear: {
    definition: { ...base, name: "Clear", acceptWeakPrivacy: true, metrics: [complaint] },
    shares,
    until: ["clear"],
    people: 400,
    metrics: () => ({ complaint: 0 }),
  },
  "no difference": {
    definition: { ...base, name: "No difference", evenShare: 1, worthwhile: 0.4 },
    until: ["no_difference"],
  },
  guardrail: {
    definition: { ...two, name: "Guardrail", control: "Plain", metrics: [complaint], onHarm: "notify" },
    shares: { "By Friday": 0.8, Plain: 0.2 },
    until: ["guardrail"],
    metrics: (arm) => ({ complaint: Number(arm === "By Friday") }),
  },
  won: { definition: { ...base, name: "Won" }, shares, until: ["clear"], people: 300, afterwards: "finish" },
  undecided: {
    definition: { ...base, name: "Undecided" },
    until: ["too_early", "leaning"],
    size: 3,
    afterwards: "finish",
  },
  paused: { definition: { ...base, name: "Paused" }, shares, until: ["clear"], people: 300, afterwards: "pause" },
  groups: {
    definition: { ...base, name: "Groups", segments: ["North", "South"] },
    shares,
    until: ["clear"],
    people: 200,
  },
  "many options": {
    definition: { ...base, name: "Many options", arms: letters, segments: ["North", "South"] },
    shares: Object.fromEntries(letters.map((letter, index) => [letter, index === 0 ? 0.95 : 0.3])),
    people: 400,
    size: 50,
  },
  "private arrivals": {
    definition: { ...base, name: "Private arrivals", arrivals: "private", rewardWindowSeconds: 3600 },
    people: 40,
  },
  "no means": {
    definition: { name: "No means", arms, horizon: 8000, ...answered, algorithm: { name: "uniform" } },
    people: 40,
  },
}
