// The methods of `armistice rpc`: commands with --json, whose parameters are the options by name.

import type { Command } from "../command.ts"
import { commands } from "../commands.ts"
import type { Host } from "../host.ts"
import { readSettings } from "../options/read-options.ts"
import { UsageError } from "../usage-error.ts"
import type { RpcRequest } from "./rpc-message.ts"

/** Runs one request. Resolves with what the command prints with --json. */
export async function runMethod(
  { method, params }: Pick<RpcRequest, "method" | "params">,
  session: Pick<Host, "startProgress" | "listenForInterrupt">,
): Promise<unknown> {
  const entry = commands.find(({ name }) => name === method)
  if (entry === undefined) throw new Error(`no command is called ${method}`)
  const command = await entry.load()
  const { values, parameters } = await readParams(method, command, params)
  let answer: unknown
  await command.run(values, parameters, {
    ...session,
    print: (_isJson, document) => {
      answer = document
    },
  })
  return answer
}

async function readParams(method: string, command: Command, params: Readonly<Record<string, unknown>>) {
  const isOwn = (name: string) => Object.hasOwn(command.options, name)
  const { module } = params
  if (module !== undefined && typeof module !== "string")
    throw new UsageError(`module must be text, got ${JSON.stringify(module)}`)
  // The catalogue's flags are loaded only if one of them is given.
  const further = Object.keys(params).every(isOwn) ? {} : await command.parameters?.(module)
  const all: Record<string, unknown> = readSettings(method, { ...further, ...command.options }, params)
  const select = (wanted: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => isOwn(name) === wanted))
  return { values: { ...select(true), json: true }, parameters: select(false) }
}
