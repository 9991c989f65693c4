// `armistice worker`: one machine of a fleet. Takes shards of sweeps from a database until it is
// stopped.

import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { environmentOptions, readEnvironmentModule } from "../options/environment-options.ts"
import { defined, integer, text } from "../options/option-spec.ts"
import { moduleOption, readModule } from "../options/own-module.ts"
import { waitForStopSignal } from "../stop-signal.ts"
import { UsageError } from "../usage-error.ts"

const own = {
  store: text("postgres://... where the sweeps are", "url"),
  jobs: integer(1, 1024, "shards at once (all cores if left out)"),
  ...moduleOption,
  environmentModule: environmentOptions.environmentModule,
} as const

export const worker = defineCommand({
  options: own,
  async run({ store, jobs, module, environmentModule }) {
    if (store === undefined || !/^postgres(ql)?:\/\//.test(store))
      throw new UsageError(`--store must be postgres://..., got ${store === undefined ? "nothing" : "something else"}`)
    const { startFleetWorker } = await import("@armistice/fleet")
    const algorithms = module === undefined ? [] : [(await readModule(module)).url]
    const environments = environmentModule === undefined ? [] : [(await readEnvironmentModule(environmentModule)).url]
    let shards = 0
    const onShard = () => {
      shards += 1
      if (process.stderr.isTTY) process.stderr.write(`\r${shards} shards done`)
    }
    const modules = { algorithms, environments }
    const running = await startFleetWorker(defined({ url: store, modules, jobs, onShard }))
    // Listens before the id is printed, since a script may stop it at once.
    const stopped = waitForStopSignal()
    process.stdout.write(`${running.id} is waiting for shards. Ctrl-C finishes those under way and stops.\n`)
    await stopped
    await running.stop()
    return exitCodes.done
  },
})
