// Input that does not hold: exit code 2, one sentence, nothing on stdout, nothing written.

import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { commandsInTurn, filesIn, type Outcome, runCommand, withFolder } from "./testing/run-command.ts"

const fixtures: Readonly<Record<string, string>> = {
  "a-file": "",
  "one-arm.csv": "only\n0.5\n",
  "letters.csv": "a,b\n0.5,yes\n",
  "ragged.csv": "a,b\n0.5,0.5\n0.5\n",
  "beyond.csv": "a,b\n0.5,1.5\n",
  "short.csv": "a,b\n0,1\n1,0\n",
  "quote.csv": 'a,b\n"0.5,1\n',
  "broken.ndjson": '{"a": 0.5, "b": 1}\n{"a": 0.5\n',
  "colour.json": '{ "algorithm": "ucb1", "horizon": 100, "colour": "red" }',
  "list.json": "[1, 2]",
  "broken.json": "{ horizon: 100 }",
  "text-horizon.json": '{ "algorithm": "ucb1", "horizon": "long" }',
  "words.json": '{ "algorithm": "ucb1", "horizon": 100, "means": ["high", "low"] }',
}

const ucb = ["simulate", "--algorithm", "ucb1", "--horizon", "100", "--csv", "out.csv", "--svg", "out.svg"]
const paper = ["simulate", "--algorithm", "dp-ts-ucb", "--horizon", "1e4", "--csv", "out.csv"]
const compared = ["compare", "--horizon", "100", "--csv", "out.csv", "--png", "out.png"]

/** Arguments, and what the sentence must say. */
const refused: readonly (readonly [string, readonly string[], string])[] = [
  ["an unknown command", ["simulat"], "(did you mean simulate?)"],
  [
    "an unknown option of the program",
    ["--loud"],
    "unknown option --loud (did you mean --log?); armistice serve --help lists all",
  ],
  [
    "a standby for a file",
    ["serve", "--port", "0", "--store", "a.db", "--durability", "remote_apply"],
    "--durability remote_apply needs a Postgres store, got a file",
  ],
  [
    "a backup of a database, without its address",
    ["store", "backup", "postgres://me:secret@db.example/shop", "b.db"],
    "store backup takes two files, got a database: use",
  ],
  ["an unknown option", [...ucb, "--colour", "red"], "unknown option --colour"],
  ["a misspelt option", [...paper, "--alhpa", "1"], "(did you mean --alpha?)"],
  ["an option without its value", [...ucb, "--runs"], "--runs must have a value, got nothing"],
  ["a stray word", [...ucb, "--means", "0.9", "0.5"], "got 0.5"],
  ["no algorithm", ["simulate", "--horizon", "100"], "simulate needs --algorithm or --module"],
  ["an unknown algorithm", ["simulate", "--algorithm", "dp-ts-ubc", "--horizon", "100"], "(did you mean dp-ts-ucb?)"],
  ["no horizon", ["simulate", "--algorithm", "ucb1"], "--horizon must be a whole number of at least 2, got nothing"],
  ["a horizon of 0", [...ucb, "--horizon", "0"], "got 0"],
  [
    "a horizon of 1e400",
    [...ucb, "--horizon", "1e400"],
    "--horizon must be a whole number in [2, 1000000000000000], got 1e400",
  ],
  ["half a round", [...ucb, "--horizon", "10.5"], "got 10.5"],
  ["a horizon in words", [...ucb, "--horizon", "long"], "got long"],
  ["a negative horizon", [...ucb, "--horizon", "-5"], "got -5"],
  [
    "a horizon below the number of arms",
    ["simulate", "--algorithm", "dp-ts-ucb", "--alpha", "1", "--horizon", "3"],
    "horizon",
  ],
  ["a missing parameter", paper, "alpha must be in [0, 1], got nothing"],
  ["a parameter out of range", [...paper, "--alpha", "1.3"], "alpha must be in [0, 1], got 1.3"],
  ["a parameter that is no number", [...paper, "--alpha", "much"], "alpha must be in [0, 1], got much"],
  ["a parameter of another algorithm", [...ucb, "--alpha", "1"], "ucb1 takes no parameters, got --alpha"],
  [
    "a parameter that is no choice",
    ["simulate", "--algorithm", "ts-gaussian", "--variance", "big", "--horizon", "100"],
    "variance",
  ],
  [
    "an algorithm with half a parameter",
    ["simulate", "--algorithm", "dp-ts-ucb:alpha", "--horizon", "100"],
    "name:parameter=value",
  ],
  ["a mean above 1", [...ucb, "--means", "0.9,1.1"], "means must be in [0, 1], got 1.1"],
  ["a mean below 0", [...ucb, "--means", "-0.1,0.5"], "got -0.1"],
  ["one arm", [...ucb, "--means", "0.9"], "at least two arms"],
  ["means in words", [...ucb, "--means", "high,low"], "--means must be numbers separated by commas"],
  ["an empty mean", [...ucb, "--means", "0.9,,0.5"], "--means must be numbers separated by commas"],
  ["an unknown preset", [...ucb, "--preset", "papr"], "(did you mean paper?)"],
  ["an unknown environment", [...ucb, "--environment", "bernouli"], "--environment must be"],
  ["arms described twice", [...ucb, "--preset", "ou", "--means", "0.9,0.5"], "arms must be described once"],
  ["an option of another environment", [...ucb, "--means", "0.9,0.5", "--concentration", "3"], "concentration"],
  ["an unknown engine", [...ucb, "--engine", "jump"], '--engine must be "leap" or "step", got jump'],
  ["no runs", [...ucb, "--runs", "0"], "--runs must be a whole number"],
  ["no threads", [...ucb, "--jobs", "0"], "--jobs must be a whole number in [1, 1024], got 0"],
  ["a seed with a fraction", [...ucb, "--seed", "1.5"], "got 1.5"],
  ["two kinds of delay", [...ucb, "--delay", "5", "--mean-delay", "5"], "--delay and --mean-delay"],
  ["silence above 1", [...ucb, "--silence", "1.5"], "silence must be in [0, 1], got 1.5"],
  ["a law without a mean", [...ucb, "--delay-law", "lognormal"], "--delay-law must come with --mean-delay"],
  ["three delays", [...ucb, "--delay", "1,2,3"], "--delay must be one number, or two for rewards of 0 and of 1"],
  ["a private window nobody gave", [...ucb, "--arrivals", "private"], "--window must be given where arrivals are"],
  ["public successes", [...ucb, "--answers", "successes", "--arrivals", "public"], "arrivals must be private where"],
  ["a worth that is none", [...ucb, "--missing", "nothing"], "--missing must be a number in [0, 1] or ignore"],
  ["recorded rewards that are not there", [...ucb, "--replay", "none.csv"], "got none.csv"],
  ["recorded rewards in another format", [...ucb, "--replay", "list.json"], "got list.json"],
  ["recorded rewards of one arm", [...ucb, "--replay", "one-arm.csv"], "at least two arms, got 1"],
  ["recorded rewards with letters", [...ucb, "--replay", "letters.csv"], "line 2"],
  ["recorded rewards of unequal length", [...ucb, "--replay", "ragged.csv"], "line 3"],
  ["recorded rewards beyond 1", [...ucb, "--replay", "beyond.csv"], "line 2"],
  ["recorded rewards with a lost quote", [...ucb, "--replay", "quote.csv"], "line 2"],
  ["recorded rewards in broken NDJSON", [...ucb, "--replay", "broken.ndjson"], "line 2"],
  ["recorded rewards that end too early", [...ucb, "--replay", "short.csv"], "the recorded rewards end before the run"],
  ["a replay without rewards", [...ucb, "--environment", "replay"], "--replay"],
  ["a directory that is not there", [...ucb, "--csv", "none/out.csv"], "its directory does not exist"],
  ["a directory that is a file", [...ucb, "--svg", "a-file/out.svg"], "its directory is a file"],
  [
    "a file that is a directory",
    [...ucb, "--png", "."],
    "--png must be a file that can be written, got . (a directory)",
  ],
  ["one file for two outputs", [...ucb, "--png", "out.csv"], "each output must have a file of its own"],
  [
    "a configuration that is not there",
    ["simulate", "--config", "none.json"],
    "--config must be a file that can be read",
  ],
  ["a configuration that is not JSON", ["simulate", "--config", "broken.json"], "one JSON object, got broken.json"],
  ["a configuration that is a list", ["simulate", "--config", "list.json"], "one JSON object, got list.json"],
  ["a configuration with an unknown key", ["simulate", "--config", "colour.json"], "got colour"],
  ["a configuration with text for a number", ["simulate", "--config", "text-horizon.json"], 'got "long"'],
  ["a configuration with words for means", ["simulate", "--config", "words.json"], "means must be a list of numbers"],
  ["a comparison of nothing", compared, "--algorithms must be names separated by commas, or all, got nothing"],
  ["a comparison with an unknown algorithm", [...compared, "--algorithms", "ucb1,ucb9"], "(did you mean ucb1?)"],
  ["a comparison with a gap", [...compared, "--algorithms", "ucb1,,imed"], "names separated by commas"],
  ["a comparison with a parameter nobody takes", [...compared, "--algorithms", "ucb1,imed", "--alpha", "1"], "--alpha"],
  [
    "a comparison with two targets",
    [...compared, "--algorithms", "dp-se", "--eta", "1", "--epsilon", "1"],
    "one target",
  ],
  [
    "a comparison with delta alone",
    [...compared, "--algorithms", "dp-se", "--delta", "1e-6"],
    "--delta needs --epsilon",
  ],
  ["a comparison at no privacy at all", [...compared, "--algorithms", "dp-se", "--eta", "0"], "eta must be"],
  [
    "a parameter that the target decides",
    [...compared, "--algorithms", "dp-ts-ucb", "--eta", "3", "--alpha", "1"],
    "alpha",
  ],
  [
    "a comparison in which one algorithm lacks its parameter",
    [...compared, "--algorithms", "dp-se,gdp-imed,dp-ts-ucb", "--epsilon", "1"],
    "parameters are missing: gdp-imed needs --eta; dp-ts-ucb needs --alpha (--eta, or --epsilon with --delta, makes every",
  ],
  [
    "a comparison in which no algorithm takes epsilon",
    [...compared, "--algorithms", "ucb1,gdp-imed", "--epsilon", "1"],
    "one of the algorithms, got ucb1 takes no parameters; gdp-imed takes --eta (--eta, or --epsilon with --delta,",
  ],
  ["a folder that cannot be made", ["reproduce", "--out", "a-file/here"], "out must be a folder that can be written"],
  ["a folder where none can be", ["reproduce", "--out", "/proc/armistice/here"], "out must be a folder that can be"],
  ["a store below a file", ["serve", "--port", "0", "--store", "a-file/here.db"], "does not exist or cannot be read"],
  [
    "a subject key that is not there",
    ["store", "subject", "postgres://127.0.0.1:9/none", "ada", "--subject-key", "none.key"],
    "there is no subject key none.key",
  ],
  ["keys of a store that is not there", ["keys", "list", "--store", "none.db"], "there is no store none.db"],
  [
    "an address of another machine",
    ["serve", "--host", "192.0.2.1"],
    "--host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, got 192.0.2.1",
  ],
  ["a conversion of nothing", ["privacy"], "two of --eta, --epsilon and --delta, got none"],
  ["a conversion of everything", ["privacy", "--eta", "1", "--epsilon", "1", "--delta", "0.1"], "got all three"],
  ["subsampling", ["privacy", "--eta", "1", "--sampling-rate", "0.1"], "no loss is stated for subsampled rewards"],
  [
    "two scales at once",
    ["privacy", "--rho", "1", "--eta", "1"],
    "must not be given together with --algorithm, --eta or --epsilon",
  ],
  ["an order alone", ["privacy", "--order", "8"], "--order must come with --eta or --epsilon alone"],
  [
    "an order of an algorithm",
    ["privacy", "--algorithm", "dp-se", "--epsilon", "1", "--horizon", "100", "--order", "8"],
    "--order and --algorithm must not be given together",
  ],
  ["a curve of zCDP", ["privacy", "--rho", "1", "--svg", "x.svg"], "has no trade-off curve to draw"],
  ["a conversion of delta alone", ["privacy", "--delta", "0.1"], "got --delta"],
  ["a negative loss", ["privacy", "--eta", "-1", "--epsilon", "1"], "--eta must be"],
  ["a delta of 0", ["privacy", "--eta", "1", "--delta", "0"], "--delta must be"],
  ["a delta of 1", ["privacy", "--eta", "1", "--delta", "1"], "delta must be in (0, 1), got 1"],
  ["a parameter without an algorithm", ["privacy", "--alpha", "1"], "--alpha needs --algorithm"],
  ["a guarantee without its parameter", ["privacy", "--algorithm", "dp-se", "--horizon", "100"], "epsilon must be"],
  ["a guarantee without its horizon", ["privacy", "--algorithm", "dp-ts-ucb", "--alpha", "1"], "horizon must be"],
  ["a benchmark of nothing known", ["bench", "--algorithms", "ucb9"], "algorithm must be one of"],
  ["a benchmark without time", ["bench", "--seconds", "0"], "--seconds must be"],
]

const runInTurn = commandsInTurn()

describe("is refused with one sentence, exit code 2, and nothing written:", () => {
  const folders = refused.map(() => mkdtempSync(join(tmpdir(), "armistice-refused-")))
  let outcomes: Outcome[] = []
  beforeAll(async () => {
    for (const folder of folders)
      for (const [name, text] of Object.entries(fixtures)) writeFileSync(join(folder, name), text)
    outcomes = await Promise.all(refused.map(([, args], index) => runInTurn(args, folders[index] as string)))
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  test.each(refused.map((one, index) => [...one, index] as const))("%s", (_, __, words, index) => {
    const { code, stdout, stderr } = outcomes[index] as Outcome
    expect(stderr).toMatch(/^armistice: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect(stdout).toBe("")
    expect(code).toBe(2)
    expect(filesIn(folders[index] as string)).toEqual(Object.keys(fixtures).sort())
  })

  test("a port in use is reported before a store is made", () =>
    withFolder(async (folder) => {
      const other = createServer().listen(0, "127.0.0.1")
      await once(other, "listening")
      const { port } = other.address() as AddressInfo
      const { code, stderr } = await runCommand(["serve", "--port", String(port), "--store", "new.db"], folder)
      other.close()
      expect([code, filesIn(folder)]).toEqual([2, []])
      expect(stderr).toMatch(
        /^armistice: port \d+ of 127\.0\.0\.1 is taken by another program[^\n]+ --port 0 [^\n]+\n$/,
      )
    }))

  test("by a process of its own it is refused with that exit code, too", () =>
    withFolder(async (folder) => {
      expect(await runCommand(["simulat"], folder)).toMatchObject({ code: 2, stdout: "" })
    }))
})
