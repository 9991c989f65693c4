// Every command, in the order help lists them. To add one: a file in commands/ and a line here.

import type { Command } from "./command.ts"
import { audit } from "./commands/audit.ts"
import { bench } from "./commands/bench.ts"
import { bound } from "./commands/bound.ts"
import { compare } from "./commands/compare.ts"
import { frontier } from "./commands/frontier.ts"
import { keys } from "./commands/keys.ts"
import { ledger } from "./commands/ledger.ts"
import { plan } from "./commands/plan.ts"
import { privacy } from "./commands/privacy.ts"
import { reproduce } from "./commands/reproduce.ts"
import { serve } from "./commands/serve.ts"
import { simulate } from "./commands/simulate.ts"
import { store } from "./commands/store.ts"
import { sweep } from "./commands/sweep.ts"
import { worker } from "./commands/worker.ts"

export const commands: readonly Command[] = [
  simulate,
  compare,
  privacy,
  plan,
  bound,
  frontier,
  audit,
  reproduce,
  bench,
  serve,
  ledger,
  keys,
  store,
  sweep,
  worker,
]
