// Every command: its purpose, examples that run as they are, and where its code is. The code of a
// command is loaded only when the command runs.

import type { Command } from "./command.ts"

/** A command before it is loaded. */
export interface CommandEntry {
  readonly name: string
  /** One sentence for the list of commands. */
  readonly about: string
  readonly examples: readonly string[]
  load(): Promise<Command>
}

/** In the order in which help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: "simulate",
    about: "run one algorithm many times on simulated arms: regret, pulls, guarantee, time",
    examples: [
      "armistice simulate --algorithm dp-ts-ucb --alpha 1 --horizon 1e6 --means 0.95,0.75,0.55,0.35,0.15",
      "armistice simulate --algorithm m-ts-gaussian --pre-pulls 1 --variance-scale 1.178 --horizon 1e6 --runs 20 --seed 1",
      "armistice simulate --algorithm dp-se --epsilon 0.5 --horizon 1e6 --preset ou --json",
      "armistice simulate --algorithm dp-imed --epsilon 1 --horizon 1e5 --environment beta --means 0.7,0.4 --csv runs.csv",
      "armistice simulate --algorithm dp-ts-ucb --alpha 0.5 --horizon 1e4 --mean-delay 20 --silence 0.05 --window 200 --svg regret.svg",
      "armistice simulate --algorithm gdp-imed --eta 1 --means 0.1,0.12 --horizon 2e4 --answers successes --mean-delay 500 --delay-law exponential --window 1000",
      "armistice simulate --algorithm gdp-context --eta 1 --horizon 2e4 --context cross --levels 4 --runs 10",
      "armistice simulate --module docs/examples/own-algorithm.mjs --horizon 1e4 --means 0.6,0.5",
      "armistice simulate --environment-module docs/examples/own-environment.mjs --algorithm gdp-imed --eta 1 --horizon 1e4",
    ],
    load: async () => (await import("./commands/simulate/simulate.ts")).simulate,
  },
  {
    name: "compare",
    about: "run several algorithms on the same arms, by their parameters or at equal privacy",
    examples: [
      "armistice compare --algorithms dp-ts-ucb,m-ts-gaussian,dp-imed --eta 2.5 --horizon 1e5",
      "armistice compare --algorithms all --epsilon 10 --delta 1e-6 --horizon 1e4 --runs 10 --svg comparison.svg",
      "armistice compare --algorithms dp-ts-ucb:alpha=0,dp-ts-ucb:alpha=1,ucb1 --horizon 1e5 --preset ou",
      "armistice compare --algorithms dp-se,lazy-dp-ts,dp-imed --epsilon 0.5 --horizon 1e5 --json",
      "armistice compare --algorithms gdp-imed,gdp-ts --eta 1 --means 0.4,0.6 --horizon 4000 --mean-delay 400 --silence 0.3 --missing ignore",
      "armistice compare --algorithms gdp-imed,per-group,gdp-context --eta 1 --horizon 2e4 --context docs/examples/people.json --runs 10",
      "armistice compare --algorithms gdp-imed,dp-imed --module docs/examples/own-algorithm.mjs --eta 1 --horizon 1e4",
    ],
    load: async () => (await import("./commands/compare/compare.ts")).compare,
  },
  {
    name: "privacy",
    about: "convert between eta, (epsilon, delta), zCDP and RDP, or explain an algorithm's guarantee",
    examples: [
      "armistice privacy --eta 1 --epsilon 1",
      "armistice privacy --eta 1 --delta 1e-6",
      "armistice privacy --epsilon 1 --delta 1e-6 --json",
      "armistice privacy --rho 0.5 --delta 1e-6",
      "armistice privacy --algorithm dp-ts-ucb --alpha 1 --horizon 1e6",
      "armistice privacy --algorithm dp-se --epsilon 0.5 --horizon 1e6 --svg trade-off.svg",
    ],
    load: async () => (await import("./commands/privacy/privacy.ts")).privacy,
  },
  {
    name: "plan",
    about: "find the best algorithm for a privacy target and its cost, or the strongest privacy for a cost",
    examples: [
      "armistice plan --horizon 1e5 --means 0.12,0.1,0.1 --eta 1 --traffic 5000",
      "armistice plan --horizon 1e6 --arms 5 --range 0.1,0.6 --epsilon 2 --delta 1e-6",
      "armistice plan --horizon 1e5 --means 0.5,0.4 --attack 0.55 --json",
      "armistice plan --horizon 1e6 --means 0.5,0.45,0.4 --most-regret 500",
      "armistice plan --horizon 4000 --means 0.6,0.4 --eta 1 --mean-delay 400 --silence 0.3 --window 4000",
      "armistice plan --horizon 2e4 --means 0.1,0.12 --eta 1 --answers successes --mean-delay 500 --window 2000",
      "armistice plan --horizon 2e4 --means 0.02,0.018 --eta 1 --even-share 1 --bounds 0,500 --worthwhile 1",
      "armistice plan --horizon 2e4 --context inter --levels 6 --arms 3 --eta 1 --runs 10",
      "armistice plan --horizon 1e4 --means 0.6,0.5 --eta 1 --module docs/examples/own-algorithm.mjs",
    ],
    load: async () => (await import("./commands/plan/plan.ts")).plan,
  },
  {
    name: "bound",
    about: "state the least possible regret at a privacy level: in the limit, proved for this horizon, and simulated",
    examples: [
      "armistice bound --means 0.95,0.75,0.55,0.35,0.15 --horizon 1e6 --eta 1",
      "armistice bound --means 0.5,0.4 --horizon 1e4 --eta 0.3 --elsewhere 100 --json",
    ],
    load: async () => (await import("./commands/bound/bound.ts")).bound,
  },
  {
    name: "identify",
    about: "find the best arm at fixed confidence: how often algorithms are wrong, and after how many pulls they stop",
    examples: [
      "armistice identify --means 0.95,0.75,0.55,0.35,0.15 --eta 1",
      "armistice identify --means 0.5,0.45,0.4 --epsilon 0.5 --error 0.01 --algorithms laplace-se,dp-se --runs 50",
      "armistice identify --preset ou --eta 0.25 --csv pulls.csv --json",
    ],
    load: async () => (await import("./commands/identify/identify.ts")).identify,
  },
  {
    name: "frontier",
    about: "regret against privacy for every algorithm at equal privacy, on several instances",
    examples: [
      "armistice frontier --horizon 1e4 --runs 50",
      "armistice frontier --instances paper,close,low --etas 0.25,1,4 --horizon 1e5 --svg frontier.svg",
      "armistice frontier --algorithms gdp-imed,dp-imed,adac-ucb --runs 1000 --json",
      "armistice frontier --context cross --levels 3 --etas 1 --horizon 3000 --runs 30",
      "armistice frontier --algorithms gdp-imed,gdp-ts --etas 1 --horizon 5000 --runs 50 --delay 50 --missing ignore",
    ],
    load: async () => (await import("./commands/frontier/frontier.ts")).frontier,
  },
  {
    name: "replay",
    about: "run an algorithm on recorded data: a log of decisions or a table of rewards",
    examples: [
      "armistice replay docs/examples/log.csv --algorithm gdp-imed --eta 1",
      "armistice replay docs/examples/rewards.csv --algorithm gdp-imed --eta 1 --horizon 1e4",
      "armistice replay docs/examples/log.csv --module docs/examples/own-algorithm.mjs --json",
    ],
    load: async () => (await import("./commands/replay/replay.ts")).replay,
  },
  {
    name: "audit",
    about: "attack an algorithm's privacy: measure how much its releases and its arms reveal",
    examples: [
      "armistice audit --algorithm dp-ts-ucb --alpha 1 --horizon 1e6 --runs 1e5",
      "armistice audit --algorithm gdp-imed --eta 0.5 --runs 4e5 --save audit.json",
      "armistice audit --continue audit.json --runs 1e6 --svg trade-off.svg",
      "armistice audit --algorithm gdp-imed --eta 1 --subject-rounds 3 --runs 1e4",
      "armistice audit --algorithm gdp-context --eta 1 --box white --runs 300",
      "armistice audit --module docs/examples/own-algorithm.mjs --runs 1e4",
      "armistice audit --all --runs 1e4 --json",
    ],
    load: async () => (await import("./commands/audit/audit.ts")).audit,
  },
  {
    name: "reproduce",
    about: "reproduce the DP-TS-UCB paper: check every figure, table and claim",
    examples: [
      "armistice reproduce",
      "armistice reproduce --runs 100 --only trade-off,equal-privacy --out figures",
      "armistice reproduce --runs 5 --json",
    ],
    load: async () => (await import("./commands/reproduce/reproduce.ts")).reproduce,
  },
  {
    name: "bench",
    about: "measure both engines: rounds per second, their ratio, growth with the horizon, ties",
    examples: ["armistice bench", "armistice bench --algorithms dp-ts-ucb,ucb1 --seconds 10 --json"],
    load: async () => (await import("./commands/bench/bench.ts")).bench,
  },
  {
    name: "serve",
    about: "run live private experiments over HTTP, on a file or a Postgres that loses nothing",
    examples: [
      "armistice serve",
      "armistice serve --port 0 --store shop.db --log",
      "armistice serve --host 0.0.0.0 --store shop.db --tls-cert cert.pem --tls-key key.pem",
      "armistice serve --store postgres://me@db.example/armistice?sslmode=verify-full --subject-key subject.key",
      "armistice serve --oidc-issuer https://accounts.example --oidc-client-id-file id --oidc-client-secret-file secret --oidc-role operate=experimenters --oidc-role audit=analysts",
    ],
    load: async () => (await import("./commands/serve/serve.ts")).serve,
  },
  {
    name: "experiments",
    about: "show an experiment; stop, resume or add an arm of it; pause, finish or extend it",
    examples: [
      "armistice experiments show exp_1a2b3c",
      'armistice experiments stop exp_1a2b3c loud --reason "complaints"',
      'armistice experiments resume exp_1a2b3c loud --reason "fixed"',
      "armistice experiments add-arm exp_1a2b3c gentle",
      "armistice experiments pause exp_1a2b3c --serve sticky",
      "armistice experiments resume exp_1a2b3c",
      "armistice experiments finish exp_1a2b3c --arm plain --everyone",
      "armistice experiments extend exp_1a2b3c --horizon 20000",
    ],
    load: async () => (await import("./commands/experiments.ts")).experiments,
  },
  {
    name: "ledger",
    about: "show or verify the record of releases, its results, and a privacy statement",
    examples: [
      "armistice ledger verify armistice.db",
      "armistice ledger verify armistice.db --tell",
      "armistice ledger show armistice.db --json",
      "armistice ledger results armistice.db",
      "armistice ledger statement armistice.db",
    ],
    load: async () => (await import("./commands/ledger.ts")).ledger,
  },
  {
    name: "keys",
    about: "create, list, rotate and revoke the service's keys",
    examples: [
      "armistice keys create --role decide --name shop",
      "armistice keys list",
      "armistice keys rotate 1f2e3d4c5b6a --overlap 3600",
      "armistice keys revoke 1f2e3d4c5b6a",
    ],
    load: async () => (await import("./commands/keys.ts")).keys,
  },
  {
    name: "webhooks",
    about: "add, test and remove webhooks, and list their deliveries",
    examples: [
      "armistice webhooks add --name ops --url https://hooks.example/armistice",
      "armistice webhooks add --name slack --url https://hooks.slack.com/services/T0/B0/x --format slack --events experiment.clear,experiment.harm",
      "armistice webhooks list",
      "armistice webhooks test whk_1a2b3c4d5e6f7g8h",
      "armistice webhooks deliveries whk_1a2b3c4d5e6f7g8h",
      "armistice webhooks resend whk_1a2b3c4d5e6f7g8h 17",
    ],
    load: async () => (await import("./commands/webhooks.ts")).webhooks,
  },
  {
    name: "store",
    about: "back up the service's file, move it (to Postgres too), or show what it has about one person",
    examples: [
      "armistice store backup armistice.db backup.db",
      "armistice store move armistice.db elsewhere.db",
      "armistice store copy armistice.db postgres://me@db.example/armistice",
      "armistice store handover postgres://me@db.example/armistice",
      "armistice store subject armistice.db user-1234",
    ],
    load: async () => (await import("./commands/store.ts")).store,
  },
  {
    name: "sweep",
    about: "run a file of simulations and audits, here or on many machines, with identical results",
    examples: [
      "armistice sweep docs/examples/sweep.json --json",
      "armistice sweep docs/examples/grid.json --csv grid.csv",
      "armistice sweep docs/examples/grid.json --mean-delay 50 --silence 0.1 --missing ignore --csv late.csv",
      "armistice sweep docs/examples/grid.json --module docs/examples/own-algorithm.mjs --csv grid.csv",
      "armistice sweep docs/examples/sweep.json --shard 2/8 --state shards",
      "armistice sweep docs/examples/sweep.json --merge --state shards --out result.json",
      "armistice sweep docs/examples/sweep.json --store postgres://me@db.example/armistice --out result.json",
    ],
    load: async () => (await import("./commands/sweep.ts")).sweep,
  },
  {
    name: "worker",
    about: "take shards of sweeps from a database and run them, until Ctrl-C",
    examples: [
      "armistice worker --store postgres://me@db.example/armistice",
      "armistice worker --store postgres://me@db.example/armistice --jobs 2",
    ],
    load: async () => (await import("./commands/worker.ts")).worker,
  },
  {
    name: "rpc",
    about: "answer requests over standard input and output, for Python and other languages",
    examples: ["armistice rpc", "armistice rpc < requests.jsonl"],
    load: async () => (await import("./commands/rpc.ts")).rpc,
  },
]
