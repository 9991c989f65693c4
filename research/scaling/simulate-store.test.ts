// The simulation beside what queueing theory knows exactly: one server, one request at a time.

import { expect, test } from "vitest"
import { computePopularity, type StoreSetting, simulateStore, type Waits } from "./simulate-store.ts"

/** Seconds of work for each request. */
const service = 0.001
const alone: StoreSetting = {
  experiments: 1,
  skew: 0,
  replicas: 1,
  isRouted: false,
  queues: 1,
  largestBatch: 1,
  cores: 1,
  work: () => ({ server: service, replica: 0, idle: 0 }),
}

/** The mean of several runs, and its standard error. */
function runSeveral(setting: StoreSetting, rate: number, runs = 12): { mean: number; error: number } {
  const means = Array.from({ length: runs }, (_, run) => {
    const { mean, left } = simulateStore(setting, { rate, seconds: 40, warmUp: 4, seed: 100 + run })
    expect(left).toBeLessThan(rate)
    return mean
  })
  const mean = means.reduce((sum, one) => sum + one, 0) / runs
  const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (runs - 1)
  return { mean, error: Math.sqrt(variance / runs) }
}

/** Pollaczek and Khinchine: the mean time in an M/G/1 queue, by two moments of its work. */
const meanTime = (rate: number, first: number, second: number): number =>
  first + (rate * second) / (2 * (1 - rate * first))

test.each([0.3, 0.6, 0.85])("equal work at a load of %d takes as long as in an M/D/1 queue", (load) => {
  const { mean, error } = runSeveral(alone, load / service)
  expect(Math.abs(mean - meanTime(load / service, service, service ** 2))).toBeLessThan(5 * error)
  // Work of the same mean that varies as an exponential law does would take longer.
  expect(meanTime(load / service, service, 2 * service ** 2) - mean).toBeGreaterThan(5 * error)
})

test("unequal work takes as long as in an M/G/1 queue", () => {
  const [short, long] = [0.0005, 0.003]
  const share = 0.2
  const setting: StoreSetting = {
    ...alone,
    work: (_, random) => ({ server: random.uniform() < share ? long : short, replica: 0, idle: 0 }),
  }
  const moment = (power: number) => share * long ** power + (1 - share) * short ** power
  const { mean, error } = runSeveral(setting, 0.7 / moment(1))
  expect(Math.abs(mean - meanTime(0.7 / moment(1), moment(1), moment(2)))).toBeLessThan(5 * error)
})

test("batches of several replicas on one experiment take turns: one lock is one server", () => {
  const setting = { ...alone, replicas: 4, queues: 3, cores: 8, work: () => ({ server: 0, replica: 0, idle: service }) }
  // A queue sends one request at a time, so the lock's line is short. All lines together are served
  // like one, in another order, which leaves the mean as it is.
  const { mean, error } = runSeveral(setting, 0.6 / service)
  expect(Math.abs(mean - meanTime(0.6 / service, service, service ** 2))).toBeLessThan(5 * error)
})

test("batches carry a load at which single requests would queue without end", () => {
  const rate = 20 / service
  const setting = { ...alone, largestBatch: 1000 }
  const { p99, requestsPerBatch, left } = simulateStore(setting, { rate, seconds: 4, warmUp: 1, seed: 1 })
  // A new arrival waits for the batch under way, and then for its own.
  expect(p99).toBeLessThan(2 * service * 1.001)
  expect(requestsPerBatch).toBeCloseTo(20, 0)
  expect(left).toBeLessThan(100)
})

test("a popular experiment waits for its lock, the others do not", () => {
  const setting = { ...alone, experiments: 400, replicas: 8, queues: 4, cores: 64, largestBatch: 1 }
  const load = { rate: 4000, seconds: 10, warmUp: 2, seed: 3 }
  const even: Waits = simulateStore(setting, load)
  const skewed: Waits = simulateStore({ ...setting, skew: 1 }, load)
  expect(computePopularity(400, 1)[0]).toBeCloseTo(0.152, 3)
  expect(even.p99).toBeLessThan(2.2 * service)
  expect(skewed.p99).toBeGreaterThan(1.5 * even.p99)
  expect(skewed.p50).toBeLessThan(1.3 * service)
})

test("replicas that serve the same experiments wait for each other's locks, unless requests are routed by experiment", () => {
  const setting: StoreSetting = {
    ...{ experiments: 400, skew: 0, replicas: 8, queues: 4, largestBatch: 1000, cores: 64 },
    isRouted: true,
    work: () => ({ server: 0, replica: 0, idle: 0.01 }),
  }
  const load = { rate: 20_000, seconds: 3, warmUp: 1, seed: 4 }
  const routed = simulateStore(setting, load)
  const mixed = simulateStore({ ...setting, isRouted: false }, load)
  // The rest of the batch under way, and its own.
  expect(routed.p99).toBeLessThan(2 * 0.01 * 1.001)
  expect(mixed.p50).toBeGreaterThan(3 * routed.p50)
})
