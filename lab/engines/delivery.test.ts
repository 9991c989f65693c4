import { expect, test } from "vitest"
import { createEnvironment } from "../environments/environment-spec.ts"
import { checkDelivery, computeWorths, type DeliverySpec } from "./delivery.ts"

const environment = createEnvironment({ kind: "bernoulli", means: [0.4, 0.6] })
const listValues = (spec: DeliverySpec) => computeWorths(checkDelivery(spec, 2, 1000), environment)

test("silence that is ignored leaves the means as they are", () => {
  expect(listValues({ silence: 0.3, missing: "ignore" })).toEqual([0.4, 0.6])
})

test("silence that is worth a constant moves the values towards it", () => {
  expect(listValues({ silence: [0.5, 0] })).toEqual([0.2, 0.6])
  const [first, second] = listValues({ silence: 0.25, missing: 0.5 })
  expect(first).toBeCloseTo(0.5 - 0.75 * 0.1, 12)
  expect(second).toBeCloseTo(0.5 + 0.75 * 0.1, 12)
})

test("answers after the window are silence", () => {
  const chance = 1 - Math.exp(-2)
  const [first] = listValues({ delay: { kind: "exponential", mean: 50 }, window: 100, silence: 0.1 })
  expect(first).toBeCloseTo(0.9 * chance * 0.4, 12)
  expect(listValues({ delay: { kind: "fixed", rounds: 20 }, window: 20, silence: 0.1 })).toEqual([0, 0])
})

test("a delay by value weighs zeros and ones by their own chances", () => {
  const delay = {
    kind: "by value",
    zero: { kind: "fixed", rounds: 5 },
    one: { kind: "exponential", mean: 10 },
  } as const
  const comes = 1 - Math.exp(-1)
  expect(listValues({ delay, window: 10 })[1]).toBeCloseTo(comes * 0.6, 12)
  // c = 1/4: zeros all come and are worth 0, ones that do not come are worth the constant.
  const worth = 0.6 * (comes + (1 - comes) / 4)
  expect(listValues({ delay, window: 10, missing: 0.25 })[1]).toBeCloseTo(worth, 12)
  const beta = createEnvironment({ kind: "beta", means: [0.4, 0.6], concentration: 4 })
  const checked = checkDelivery({ delay, window: 10 }, 2, 1000)
  expect(() => computeWorths(checked, beta)).toThrow("delays by value must come with Bernoulli arms")
})

test("a constant does not matter where everybody answers in time", () => {
  expect(checkDelivery({ delay: { kind: "fixed", rounds: 20 } }, 2, 1000).missing).toBe("ignore")
  expect(checkDelivery({ delay: { kind: "fixed", rounds: 20 }, window: 20 }, 2, 1000).missing).toBe(0)
  expect(checkDelivery({ silence: 0.1 }, 2, 1000).missing).toBe(0)
  expect(checkDelivery({ answers: "successes", acceptPublicArrivals: true }, 2, 1000).missing).toBe(0)
})

test("only successes are private unless public arrivals are accepted", () => {
  expect(checkDelivery({ answers: "successes", window: 10 }, 2, 1000).arrivals).toBe("private")
  const accepted = { answers: "successes", acceptPublicArrivals: true } as const
  expect(checkDelivery(accepted, 2, 1000).arrivals).toBe("public")
  expect(checkDelivery({ ...accepted, arrivals: "private" }, 2, 1000).arrivals).toBe("private")
})

test.each([
  [{ silence: 2 }, "silence must be in [0, 1], got 2"],
  [{ silence: [0.1, 0.2, 0.3] }, "silence must be one number or one for each of the 2 arms, got [0.1,0.2,0.3]"],
  [{ doubling: -0.1 }, "doubling must be in [0, 1], got -0.1"],
  [{ window: 0 }, "window must be a whole number of at least 1, got 0"],
  [{ missing: 1.5 }, 'missing must be "ignore" or in [0, 1], got 1.5'],
  [{ ripe: 20, window: 10 }, "ripe must be a whole number from 0 to the window, got 20"],
  [{ arrivals: "hidden" }, "arrivals must be public or private, got hidden"],
  [{ answers: "some" }, "answers must be all or successes, got some"],
  [{ arrivals: "private", missing: "ignore" }, "missing must be a number where arrivals are private"],
  [{ arrivals: "private", ripe: 5 }, "ripe must be 0 where arrivals are private, got 5"],
  [{ answers: "successes", missing: 0.5 }, "missing must be 0 where only successes are sent, got 0.5"],
  [{ answers: "successes", arrivals: "public" }, "arrivals must be private where only successes are sent"],
])("%j is refused", (delivery, message) => {
  expect(() => checkDelivery(delivery as DeliverySpec, 2, 1000)).toThrow(message)
})
