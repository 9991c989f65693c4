import { planComparison, simulate } from "@armistice/lab"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compareCommand } from "./command-line.ts"
import { createComparisonSpec } from "./comparison-spec.ts"
import { armsPresets } from "./examples-dialog.tsx"
import { groupLaws } from "./groups.ts"
import { defaultLate, delayLaws, type LateAnswers, limitLatePeople, removeOption } from "./late.ts"
import { rewardKinds } from "./rewards.ts"
import { defaultSettings, type ExplorerSettings, offered, parseExplorerSettings, writeSettings } from "./settings.ts"

const anySettings: fc.Arbitrary<ExplorerSettings> = fc.record({
  means: fc.array(
    fc.integer({ min: 1, max: 99 }).map((mean) => mean / 100),
    { minLength: 2, maxLength: 50 },
  ),
  rewards: fc.constantFrom(...rewardKinds),
  horizon: fc.integer({ min: 1000, max: 1e12 }),
  target: fc.oneof(
    fc.record({ eta: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
    fc.record({
      epsilon: fc.double({ min: 0.01, max: 100, noNaN: true }),
      delta: fc.constantFrom(1e-5, 1e-9),
    }),
    fc.record({ attackSuccess: fc.double({ min: 0.51, max: 0.99, noNaN: true }) }),
  ),
  algorithms: fc.subarray(offered.map(({ name }) => name)),
  runs: fc.option(fc.integer({ min: 1, max: 1000 })),
  seed: fc.integer({ min: 0, max: 1e9 }),
  groups: fc.option(
    fc.record({
      law: fc.constantFrom(...Object.keys(groupLaws)),
      levels: fc.integer({ min: 6, max: 30 }),
      arms: fc.integer({ min: 2, max: 10 }),
    }),
  ),
  late: fc.option(
    fc.record({
      law: fc.constantFrom(...delayLaws),
      mean: fc.integer({ min: 0, max: 1e5 }),
      yesMean: fc.option(fc.integer({ min: 0, max: 1e5 })),
      silence: fc.integer({ min: 0, max: 19 }).map((share) => share / 20),
      silenceByOption: fc.option(
        fc.array(
          fc.integer({ min: 0, max: 19 }).map((share) => share / 20),
          { minLength: 1, maxLength: 50 },
        ),
      ),
      window: fc.integer({ min: 1, max: 1e5 }),
      arrivals: fc.constantFrom("public" as const, "private" as const),
      missing: fc.constantFrom("no" as const, "ignore" as const),
      ripe: fc.integer({ min: 0, max: 1e5 }),
      answers: fc.constantFrom("all" as const, "successes" as const),
    }),
  ),
})

describe("settings in the address", () => {
  test("settings are read back as they were written", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        expect(parseExplorerSettings(writeSettings(settings))).toEqual(settings)
      }),
    )
  })

  test("an invalid address gives the default settings", () => {
    const nonsense = "?means=2,x&horizon=-1&eta=NaN&runs=a&seed=-4&rewards=gold&late=soon,1"
    expect(parseExplorerSettings(nonsense)).toEqual(defaultSettings)
    expect(parseExplorerSettings("")).toEqual(defaultSettings)
  })

  test("every preset can be simulated, and is found again from its link", async () => {
    const kinds = new Set<string>()
    for (const { name, means, rewards } of armsPresets) {
      const settings = { ...defaultSettings, means, rewards, horizon: 1000 }
      expect(parseExplorerSettings(writeSettings(settings)), name).toEqual(settings)
      const { simulations } = planComparison({ ...createComparisonSpec(settings, ["gdp-imed"]), runs: 1 })
      for (const one of simulations) expect((await simulate(one)).means.length).toBe(means.length)
      kinds.add(rewards)
    }
    expect([...kinds].sort()).toEqual([...rewardKinds].sort())
  })

  test("the command includes late answers, with a limited number of people", () => {
    const late = { ...defaultLate, law: "lognormal", mean: 50, silence: 0.3, window: 500, arrivals: "private" } as const
    expect(compareCommand({ ...defaultSettings, late }, 20)).toMatch(
      / --mean-delay 50 --delay-law lognormal --delay-sigma 1\.5 --silence 0\.3 --window 500 --arrivals private$/,
    )
    expect(limitLatePeople({ ...defaultSettings, late, horizon: 1e9 }).horizon).toBe(1e5)
    expect(limitLatePeople({ ...defaultSettings, horizon: 1e9 }).horizon).toBe(1e9)
  })

  test("yes and no may have different delays if answers are yes or no", () => {
    const late = { ...defaultLate, law: "fixed", mean: 50, yesMean: 0, silence: 0, window: 500 } as const
    expect(compareCommand({ ...defaultSettings, late }, 20)).toMatch(/ --delay 50,0 --window 500$/)
    expect(compareCommand({ ...defaultSettings, late: { ...late, law: "lognormal" } }, 20)).toMatch(
      / --mean-delay 50,0 --delay-law lognormal --delay-sigma 1\.5 --window 500$/,
    )
    // The value of an answer that came in time is known in closed form for yes and no alone.
    expect(compareCommand({ ...defaultSettings, rewards: "beta", late }, 20)).toMatch(/ --delay 50 --window 500$/)
    for (const nonsense of ["x", "", "ripe_", "ripe_1.5", "ripe_1_2", "silence_0.1_2", "silence_", "silence"])
      expect(parseExplorerSettings(`?late=fixed,50,0,500,public,${nonsense}`).late, nonsense).toBe(null)
  })

  test("settings that do not apply are kept but not simulated", () => {
    const late = { ...defaultLate, law: "fixed", mean: 50, yesMean: 200, window: 500, ripe: 800 } as const
    const flags = (part: Partial<LateAnswers>, rewards: ExplorerSettings["rewards"] = "bernoulli") =>
      compareCommand({ ...defaultSettings, rewards, late: { ...late, ...part } }, 20).replace(/^.* --seed 1/, "")
    // No age is above the wait, and one matters only where a yes and a no differ in time.
    expect(flags({})).toBe(" --delay 50,200 --silence 0.1 --window 500 --ripe 500")
    expect(flags({ yesMean: null })).toBe(" --delay 50 --silence 0.1 --window 500")
    expect(flags({ arrivals: "private" })).toBe(" --delay 50,200 --silence 0.1 --window 500 --arrivals private")
    expect(flags({ missing: "ignore", ripe: 0 })).toBe(" --delay 50,200 --silence 0.1 --window 500 --missing ignore")
    expect(flags({ missing: "ignore", arrivals: "private" })).not.toContain("ignore")
    const successes = { answers: "successes", missing: "ignore" } as const
    expect(flags(successes)).toBe(" --delay 50 --silence 0.1 --window 500 --arrivals private --answers successes")
    expect(flags(successes, "beta")).toBe(" --delay 50 --silence 0.1 --window 500 --missing ignore")
    // One share for each of three options; one without its own takes the common share.
    expect(flags({ silenceByOption: [0.3, 0], yesMean: null })).toContain(" --silence 0.3,0,0.1 ")
  })

  test("removing an option removes its share of silence", () => {
    const late = { ...defaultLate, silenceByOption: [0.1, 0.2, 0.3] }
    expect(removeOption(late, 1)?.silenceByOption).toEqual([0.1, 0.3])
    expect(removeOption({ ...defaultLate, silenceByOption: [0.1] }, 0)).toEqual(defaultLate)
    expect(removeOption(defaultLate, 1)).toEqual(defaultLate)
    expect(removeOption(null, 1)).toBe(null)
  })

  test("the command includes everything that the numbers depend on", () => {
    expect(compareCommand({ ...defaultSettings, algorithms: ["gdp-imed", "dp-se"], seed: 7 }, 20)).toBe(
      "npx armistice compare --algorithms gdp-imed,dp-se --means 0.6,0.5,0.4 --horizon 1e4 --eta 1 --runs 20 --seed 7",
    )
  })
})
