import { expect, test } from "vitest"
import { ServerClock, SteadyClock } from "./steady-clock.ts"

function clocks(from = 0) {
  const time = { wall: 1_000_000, monotonic: 5 }
  const clock = new SteadyClock(
    from,
    () => time.wall,
    () => time.monotonic,
  )
  const pass = (ms: number) => {
    time.wall += ms
    time.monotonic += ms
  }
  return { time, clock, pass }
}

test("time is the machine's, also after the machine slept", () => {
  const { time, clock, pass } = clocks()
  expect(clock.now()).toBe(1_000_000)
  pass(500)
  expect(clock.now()).toBe(1_000_500)
  time.wall += 3_600_000
  expect(clock.now()).toBe(4_600_500)
  expect(clock.leadMs()).toBe(0)
})

test("a clock that jumps ahead and back does not stop time", () => {
  const { time, clock, pass } = clocks()
  time.wall += 86_400_000
  const ahead = clock.now()
  time.wall -= 86_400_000
  pass(1500.5)
  expect(clock.now()).toBe(ahead + 1500)
  // Fractions add up.
  pass(0.5)
  expect(clock.now()).toBe(ahead + 1501)
  expect(clock.leadMs()).toBe(86_400_000)
  for (let turn = 0; turn < 1000; turn++) {
    pass(0.25)
    clock.now()
  }
  expect(clock.now()).toBe(ahead + 1751)
})

test("after a start before the last stored moment, time goes on from there until the clock has caught up", () => {
  const { time, clock, pass } = clocks(1_090_000)
  expect(clock.now()).toBe(1_090_000)
  pass(2000)
  expect(clock.now()).toBe(1_092_000)
  expect(clock.leadMs()).toBe(90_000)
  time.wall += 95_000
  expect(clock.now()).toBe(1_097_000)
  expect(clock.leadMs()).toBe(0)
})

test("how far ahead it is, is measured now, however long ago it was last asked for the time", () => {
  const { clock, pass } = clocks(1_090_000)
  clock.now()
  pass(30_000)
  expect(clock.leadMs()).toBe(90_000)
  const { clock: right, pass: go } = clocks()
  right.now()
  go(30_000)
  expect(right.leadMs()).toBe(0)
})

test("a monotonic clock that a test sets back does not stop time either", () => {
  const { time, clock, pass } = clocks(2_000_000)
  pass(10_000)
  expect(clock.now()).toBe(2_010_000)
  time.monotonic -= 8000
  expect(clock.now()).toBe(2_010_000)
  pass(1000)
  expect(clock.now()).toBe(2_011_000)
})

test("time goes on from a moment that others have stored, and does not go back to one", () => {
  const { clock, pass } = clocks()
  clock.reach(1_200_000)
  expect(clock.now()).toBe(1_200_000)
  pass(10)
  clock.reach(1_100_000)
  expect(clock.now()).toBe(1_200_010)
  expect(clock.leadMs()).toBe(200_000)
})

test("a second is waited for, so that clocks that run at other speeds do not drift apart", () => {
  const { time, clock, pass } = clocks()
  clock.now()
  for (let turn = 0; turn < 100_000; turn++) {
    pass(100)
    // One of the two is a thousandth too fast.
    time.monotonic += 0.1
    clock.now()
  }
  expect(clock.leadMs()).toBe(0)
  time.wall -= 900
  expect(clock.leadMs()).toBe(900)
  pass(500)
  expect(clock.leadMs()).toBe(400)
  pass(500)
  expect(clock.leadMs()).toBe(0)
})

test("a server's clock goes on between its answers, and follows each of them", () => {
  let monotonic = 70
  const server = new ServerClock(() => monotonic)
  server.set(5000)
  monotonic += 250.5
  expect(server.read()).toBe(5250)
  server.set(1000)
  monotonic += 1
  expect(server.read()).toBe(1001)
})
