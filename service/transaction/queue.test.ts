// The order of commands: parts of a batch wait for lone commands, but not for ever.

import { setTimeout } from "node:timers/promises"
import { expect, test } from "vitest"
import { type PendingCommand, Queue, type QueueOptions } from "./queue.ts"

/** Plays `atOnce` of those it is given, and writes down who they were. */
function createQueue(
  atOnce: number,
  options: Partial<QueueOptions> = {},
  during: () => Promise<void> = async () => {},
) {
  const groups: string[][] = []
  const run = async (taken: readonly PendingCommand[]): Promise<readonly PendingCommand[]> => {
    const now = taken.slice(0, atOnce)
    await during()
    groups.push(now.map(({ command }) => command.experiment))
    for (const { resolve } of now) resolve(undefined)
    return taken.slice(atOnce)
  }
  const infinite = Number.POSITIVE_INFINITY
  const queue = new Queue({ run, largest: 1000, longest: infinite, timeoutMs: infinite, ...options })
  const submit = (name: string, isPart = false) =>
    queue.submit({ experiment: name, isPart, run: () => undefined }).catch((error: unknown) => error)
  return { submit, groups }
}

test("a request that a batch had no time for is applied in the next, in order", async () => {
  const { submit, groups } = createQueue(2)
  await Promise.all(["a", "b", "c", "d", "e"].map((name) => submit(name)))
  expect(groups).toEqual([["a", "b"], ["c", "d"], ["e"]])
})

test("a lone command runs before the parts of a batch and not in one transaction with them; their order stays", async () => {
  const { submit, groups } = createQueue(2)
  const parts = ["p1", "p2", "p3", "p4"].map((name) => submit(name, true))
  await Promise.all([...parts, submit("a"), submit("b"), submit("c")])
  expect(groups).toEqual([["a", "b"], ["c"], ["p1", "p2"], ["p3", "p4"]])
})

test("a part has its turn, however many come alone", async () => {
  let [isOver, made] = [false, 0]
  const others: Promise<unknown>[] = []
  const { submit, groups } = createQueue(2, {}, async () => {
    await setTimeout(1)
    // Two more come alone with each group, for as long as the part waits.
    if (!isOver && made < 200) others.push(submit(`${made++}`), submit(`${made++}`))
  })
  others.push(submit("x"), submit("y"))
  await submit("part", true)
  isOver = true
  await Promise.all(others)
  expect(groups.findIndex((group) => group.includes("part"))).toBe(3)
})

test("both kinds are refused once they have waited longer than was said", async () => {
  const { submit } = createQueue(1, { timeoutMs: 50 }, () => setTimeout(120))
  const answers = await Promise.all([submit("a"), submit("b"), submit("c", true)])
  expect(answers[0]).toBeUndefined()
  for (const answer of answers.slice(1)) expect(answer).toMatchObject({ code: "store_busy" })
})

/**
 * One comes in each turn of the event loop, before the queue has its own: it asks for the next turn
 * first.
 */
async function alternate(count: number, submit: (name: string) => Promise<unknown>): Promise<void> {
  const all: Promise<unknown>[] = []
  await new Promise<void>((resolve) => {
    const come = (number: number): void => {
      if (number === count) resolve()
      else {
        setImmediate(() => come(number + 1))
        all.push(submit(String(number)))
      }
    }
    come(0)
  })
  await Promise.all(all)
}

test("a lone command waits for one turn of the event loop; further ones share its transaction, for four turns at most", async () => {
  const { submit, groups } = createQueue(1000)
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  const alone = submit("alone")
  await nextTurn()
  await nextTurn()
  expect(groups).toEqual([["alone"]])
  await alone
  await alternate(7, submit)
  expect(groups.slice(1)).toEqual([
    ["0", "1", "2", "3", "4"],
    ["5", "6"],
  ])
})

test("parts of batches that keep coming share a group, too", async () => {
  const { submit, groups } = createQueue(1000)
  await alternate(3, (name) => submit(name, true))
  expect(groups).toEqual([["0", "1", "2"]])
})
