import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { linTs } from "./lin-ts.ts"

test("the first arm is equally likely to be each: values are drawn from equal posteriors", () => {
  const counts = [0, 0, 0]
  for (let seed = 0; seed < 600; seed++) {
    const algorithm = linTs.create({ attributes: { device: { levels: ["phone", "desk"] } } })
    counts[algorithm.choose(algorithm.start(3), seededRandom(seed), undefined, [0])] += 1
  }
  // A standard deviation is 11.5.
  for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(60)
})
