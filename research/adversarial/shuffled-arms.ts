// The same arms in a new order for every run: no algorithm gains from where the best stands.

import type { SeededRandom } from "@armistice/core"
import type { Environment } from "@armistice/lab"

export function shuffleArms(environment: Environment, random: SeededRandom): Environment {
  const order = Array.from({ length: environment.armCount }, (_, arm) => arm)
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(last + 1)
    ;[order[last], order[other]] = [order[other], order[last]]
  }
  return {
    kind: environment.kind,
    armCount: environment.armCount,
    means: order.map((arm) => environment.means[arm]),
    reward: (arm, pull, stream) => environment.reward(order[arm], pull, stream),
    sum: (arm, pull, count, stream) => environment.sum(order[arm], pull, count, stream),
  }
}
