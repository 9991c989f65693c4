// The rough cost of a simulated run: plans and tables leave out runs that take too long.

/** How long a run takes, and which horizons there is time for. */
export interface SimulationCost {
  /** Quick at every horizon and privacy: with any number of arms, or with few arms only. */
  readonly quick?: "many arms" | "few arms"
  /** Milliseconds of a run of a million rounds. */
  readonly milliseconds?: number
  /** A run takes longer the more rounds there are; others leap over nearly all rounds. */
  readonly grows?: true
  /** The longest horizon for a plan (milliseconds a run) and for a table (an hour a row). */
  readonly longest?: { readonly plan: number; readonly table?: number }
}

const costs: Readonly<Record<string, SimulationCost>> = {
  "adac-ucb": { quick: "many arms" },
  "adap-kl-ucb": { grows: true },
  "dp-imed": { quick: "many arms" },
  "dp-kl-ucb": { quick: "few arms" },
  "dp-ts-ucb-anytime": { milliseconds: 200 },
  "dp-ts-ucb-calibrated": { milliseconds: 150 },
  // A tree of partial sums moves in every round.
  "dp-ucb": { milliseconds: 1200, grows: true, longest: { plan: 3e4, table: 1e6 } },
  "gdp-context": { milliseconds: 5000, grows: true },
  "gdp-imed": { quick: "many arms" },
  "gdp-ts": { quick: "few arms" },
  "lazy-dp-ts": { milliseconds: 400, grows: true, longest: { plan: 1e8 } },
  "lin-ts": { milliseconds: 3000, grows: true },
  "lin-ucb": { milliseconds: 3000, grows: true },
  "m-ts-gaussian": { milliseconds: 500, grows: true, longest: { plan: 3e5, table: 1e8 } },
  "shariff-sheffet": { milliseconds: 5000, grows: true },
  "ts-gaussian": { grows: true },
}

/** The cost that a custom entry states, or that of a catalogue entry. */
export const findSimulationCost = (entry: {
  readonly name: string
  readonly simulation?: SimulationCost
}): SimulationCost => entry.simulation ?? costs[entry.name] ?? {}
