// The text that `armistice serve` prints once it listens.

import type { RunningService } from "@armistice/service"
import { invocation } from "../../invocation.ts"

/** The address alone on the first line, for programs; then what a newcomer needs. */
export function formatWelcome(
  { address, needsNoKey, warnings }: RunningService,
  store: string,
  mayPeopleSignIn: boolean,
): string {
  const body = '{"name":"demo","arms":["a","b","c"],"horizon":100000,"privacy":{"eta":1},"answers":"all"}'
  const key = needsNoKey ? "" : ` -H "authorization: Bearer $ARMISTICE_KEY"`
  // A warning has named the origins that --cors lets in.
  const others = warnings.length === 0 ? ",\nand no web page of others is answered" : ""
  const access = needsNoKey
    ? `no keys: everyone on this machine may do everything; nobody else can connect${others}`
    : mayPeopleSignIn
      ? "people sign in, and programs need a key"
      : "the store has keys: every request needs one"
  const rows = {
    Store: `${store}\n--store chooses another file, or a Postgres`,
    Access: access,
    Port: `--port 4601 chooses another; ${invocation} serve --help lists all options`,
    Help: `${invocation} help lists all commands: simulate, plan, audit, reproduce ...`,
    Stop: "Ctrl-C; no request that was answered is lost",
  }
  const lines = Object.entries(rows).map(
    ([name, text]) => `  ${name.padEnd(6)}  ${text.replaceAll("\n", `\n${" ".repeat(10)}`)}`,
  )
  return `${address}

Armistice runs. Open the address in a browser to create an experiment, or to see
what privacy costs. From a terminal:

  curl -s ${address}/v1/experiments${key} -H "content-type: application/json" -d '${body}'

${lines.join("\n")}
`
}
