// The common part of the reference algorithms without noise: running sums, any number of rounds,
// arms added at will, no promise.

import type { Algorithm } from "../algorithm.ts"
import { checkArm } from "../errors.ts"
import { noGuarantee } from "../privacy/guarantee.ts"
import {
  type ArmSums,
  addArmToSums,
  addDecided,
  addRewards,
  checkManyRewards,
  checkOneReward,
  startSums,
} from "./arm-sums.ts"
import { checkDecidedPull } from "./decided-pull.ts"

/** They are anytime algorithms: rounds never run out. */
export const endless = Number.POSITIVE_INFINITY

type Shared = "start" | "observe" | "observeMany" | "guarantee" | "releases" | "nextReleases" | "addArm"

export const nonPrivate: Required<Pick<Algorithm<ArmSums>, Shared>> = {
  start: startSums,
  observe(state, arm, reward, _random, pull) {
    if (pull === undefined && addDecided(state, arm, reward)) return
    checkOneReward(state, arm, reward, pull, endless)
    addRewards(state, arm, 1, reward)
  },
  observeMany(state, arm, count, sum) {
    checkManyRewards(state, arm, count, sum, endless)
    addRewards(state, arm, count, sum)
  },
  guarantee: () => noGuarantee,
  releases: () => [],
  nextReleases(state, arm, pull) {
    checkArm(arm, state.decided.length)
    checkDecidedPull(state, arm, pull)
    return []
  },
  addArm: addArmToSums,
}
