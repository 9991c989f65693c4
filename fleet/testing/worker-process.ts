// A worker in a process of its own, for tests that kill it. Argument: database. Prints a line per
// shard.

import { startFleetWorker } from "../fleet-worker.ts"

const [url = ""] = process.argv.slice(2)
const worker = await startFleetWorker({
  url,
  jobs: 1,
  onShard: ({ number }) => process.stdout.write(`${number}\n`),
})
process.on("SIGTERM", () => {
  void worker.stop().then(() => process.exit(0))
})
