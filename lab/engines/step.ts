// The reference engine: plays every round. Rewards come from one stream per arm, so the k-th pull of an arm gives the same
// reward whatever the algorithm, and comparisons of algorithms share their luck.

import type { RunRequest, RunResult } from "./engine.ts"
import { Recorder } from "./recorder.ts"

export function playStep(request: RunRequest): RunResult {
  const { algorithm, environment, horizon, random } = request
  const recorder = new Recorder(request)
  const noise = random.fork(0)
  const streams = environment.means.map((_, arm) => random.fork(arm + 1))
  const state = algorithm.start(environment.armCount)
  while (recorder.round < horizon) {
    const arm = algorithm.choose(state, noise)
    const reward = environment.reward(arm, recorder.pulls[arm], streams[arm])
    recorder.advanceOne(arm)
    algorithm.observe(state, arm, reward, noise)
  }
  return recorder.result(state)
}
