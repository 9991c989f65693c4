// How often something is done in a second by many callers, each of whom waits for an answer.

/**
 * So many callers call `work` again and again for the given time; it returns how many decisions it
 * made.
 */
export async function measureRate(callers: number, seconds: number, work: () => Promise<number>): Promise<number> {
  let count = 0
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < seconds * 1000) {
      const made = await work()
      count += made
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (count / (performance.now() - start)) * 1000
}

export const computeMedian = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number
