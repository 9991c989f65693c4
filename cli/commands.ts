// Every command, in the order help lists them. To add one: a file in commands/ and a line here.

import type { Command } from "./command.ts"
import { audit } from "./commands/audit.ts"
import { bench } from "./commands/bench.ts"
import { compare } from "./commands/compare.ts"
import { privacy } from "./commands/privacy.ts"
import { simulate } from "./commands/simulate.ts"

export const commands: readonly Command[] = [simulate, compare, privacy, audit, bench]
