// Every command, in the order help lists them. To add one: a file in commands/ and a line here.

import type { Command } from "./command.ts"
import { audit } from "./commands/audit/audit.ts"
import { bench } from "./commands/bench/bench.ts"
import { bound } from "./commands/bound/bound.ts"
import { compare } from "./commands/compare/compare.ts"
import { experiments } from "./commands/experiments.ts"
import { frontier } from "./commands/frontier/frontier.ts"
import { keys } from "./commands/keys.ts"
import { ledger } from "./commands/ledger.ts"
import { plan } from "./commands/plan/plan.ts"
import { privacy } from "./commands/privacy/privacy.ts"
import { replay } from "./commands/replay/replay.ts"
import { reproduce } from "./commands/reproduce/reproduce.ts"
import { serve } from "./commands/serve/serve.ts"
import { simulate } from "./commands/simulate/simulate.ts"
import { store } from "./commands/store.ts"
import { sweep } from "./commands/sweep.ts"
import { webhooks } from "./commands/webhooks.ts"
import { worker } from "./commands/worker.ts"

export const commands: readonly Command[] = [
  simulate,
  compare,
  privacy,
  plan,
  bound,
  frontier,
  replay,
  audit,
  reproduce,
  bench,
  serve,
  experiments,
  ledger,
  keys,
  webhooks,
  store,
  sweep,
  worker,
]
