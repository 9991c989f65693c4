// `armistice rpc`: commands as requests over standard input and output, for programs in other
// languages. One process answers any number of them.

import { createInterface } from "node:readline"
import { defineCommand } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { rpcMethods } from "../rpc/rpc-message.ts"
import { RpcServer } from "../rpc/rpc-server.ts"

const notes = [
  `Each line of standard input is a JSON-RPC 2.0 request. Its method is ${rpcMethods.join(", ")}; its params are the options of that command, by their names in camelCase. Each line of standard output is an answer, or a notification "progress".`,
  'The notification "cancel" with the id of a request in its params ends that request. The process ends with its input.',
].join("\n")

export const rpc = defineCommand({
  options: {},
  notes: () => notes,
  async run() {
    const server = new RpcServer((message) => void process.stdout.write(`${JSON.stringify(message)}\n`))
    server.warmUp()
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
      server.receive(line)
    await server.close()
    return exitCodes.done
  },
})
