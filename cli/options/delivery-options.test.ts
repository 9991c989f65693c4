import { expect, test } from "vitest"
import { deliveryOptions, readDelivery } from "./delivery-options.ts"
import { readOptions } from "./read-options.ts"

const read = (flags: Record<string, string>) => readDelivery(readOptions("simulate", deliveryOptions, flags))

test("without flags rewards come at once", () => {
  expect(read({})).toBeUndefined()
})

test("a fixed delay, a law with a mean, and one for each value", () => {
  expect(read({ delay: "50" })).toEqual({ delay: { kind: "fixed", rounds: 50 } })
  expect(read({ meanDelay: "400" })).toEqual({ delay: { kind: "geometric", mean: 400 } })
  expect(read({ meanDelay: "400", delayLaw: "exponential" })).toEqual({ delay: { kind: "exponential", mean: 400 } })
  expect(read({ meanDelay: "10,90", delayLaw: "lognormal", delaySigma: "2" })).toEqual({
    delay: {
      kind: "by value",
      zero: { kind: "lognormal", mean: 10, sigma: 2 },
      one: { kind: "lognormal", mean: 90, sigma: 2 },
    },
  })
  expect(read({ meanDelay: "10", delayLaw: "lognormal" })?.delay).toMatchObject({ sigma: 1.5 })
})

test("reads silence for all arms or for each, and its value", () => {
  expect(read({ silence: "0.1", window: "7000" })).toEqual({ silence: 0.1, window: 7000 })
  expect(read({ silence: "0.1,0.3", missing: "ignore" })).toEqual({ silence: [0.1, 0.3], missing: "ignore" })
  expect(read({ silence: "0.1", missing: "0.5" })).toEqual({ silence: 0.1, missing: 0.5 })
})

test("arrivals and answers", () => {
  expect(read({ arrivals: "private", window: "20" })).toEqual({ arrivals: "private", window: 20 })
  expect(read({ answers: "successes", window: "20" })).toEqual({ answers: "successes", window: 20 })
  expect(read({ answers: "successes", arrivals: "public", acceptPublicArrivals: "true" })).toEqual({
    answers: "successes",
    arrivals: "public",
    acceptPublicArrivals: true,
  })
  expect(read({ ripe: "5", doubling: "0.2" })).toEqual({ ripe: 5, doubling: 0.2 })
})

test.each([
  [{ delay: "5", meanDelay: "5" }, "--delay and --mean-delay must not be given together"],
  [{ delayLaw: "exponential" }, "--delay-law must come with --mean-delay, got exponential alone"],
  [{ meanDelay: "5", delaySigma: "1" }, "--delay-sigma must come with --delay-law lognormal"],
  [{ delay: "1,2,3" }, "--delay must be one number, or two for rewards of 0 and of 1, got 1,2,3"],
  [{ missing: "never" }, '--missing must be a number in [0, 1] or ignore, got "never"'],
  [{ arrivals: "private" }, "--window must be given where arrivals are private"],
  [{ answers: "successes" }, "--window must be given where arrivals are private"],
  [{ arrivals: "hidden" }, "--arrivals must be"],
])("%j is refused", (flags, message) => {
  expect(() => read(flags as Record<string, string>)).toThrow(message)
})
