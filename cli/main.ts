// Runs one command, and turns every error into one sentence and an exit code.

import { readFileSync } from "node:fs"
import { commands } from "./commands.ts"
import { exitCodes } from "./exit-codes.ts"
import { terminal } from "./host.ts"
import { parseArguments } from "./parse-arguments.ts"
import { didYouMean } from "./print/did-you-mean.ts"
import { refusals, UsageError } from "./usage-error.ts"

/** The exit code for these arguments (without the interpreter and the script). */
export async function main(args: readonly string[]): Promise<number> {
  // A reader that has seen enough, such as head, closes the pipe: that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done)
    throw error
  })
  try {
    return await runCommand(args.filter((argument) => argument !== "--verbose"))
  } catch (error) {
    return report(error, args.includes("--verbose"))
  }
}

async function runCommand(args: readonly string[]): Promise<number> {
  const [first, ...rest] = withCommand(args)
  const isHelp = first === "help" || first === "--help" || first === "-h"
  const name = first === "help" ? rest[0] : first
  if (first === "--version") return print(`${readVersion()}\n`)
  if (isHelp && (name === undefined || name === first)) return print((await import("./help.ts")).formatHelp())
  const entry = commands.find((one) => one.name === name)
  if (entry === undefined) {
    const names = commands.map((one) => one.name)
    throw new UsageError(`the command must be one of ${names.join(", ")}, got "${name}"`)
  }
  const command = await entry.load()
  const given = isHelp ? null : await parseArguments(entry.name, command, rest)
  if (given === null) return print(await (await import("./help.ts")).formatCommandHelp(entry, command))
  return command.run(given.values, given.parameters, terminal)
}

/** Without a command, the options are those of `serve`: it has all that a newcomer needs. */
function withCommand(args: readonly string[]): readonly string[] {
  const [first] = args
  const isServe = first === undefined || (first.startsWith("-") && !/^(--help|-h|--version)$/.test(first))
  return isServe ? ["serve", ...args] : args
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

function report(error: unknown, isVerbose: boolean): number {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  if (refusals.has(name)) return printError(withSuggestion(message), exitCodes.refused)
  if (name === "Interrupted") return printError(message, exitCodes.interrupted)
  if (isVerbose) process.stderr.write(`${stack}\n`)
  return printError(
    `unexpected error, which is a bug: ${message} (please report it with the command and the output of --verbose; see CONTRIBUTING.md)`,
    exitCodes.failed,
  )
}

/** Appends the closest name if a message ends with the known names and the one that was given. */
function withSuggestion(message: string): string {
  const [, names, given] = / must be one of (.+), got "([^"]+)"$/.exec(message) ?? []
  return names === undefined || given === undefined ? message : message + didYouMean(given, names.split(", "))
}

function printError(sentence: string, exitCode: number): number {
  process.stderr.write(`armistice: ${sentence.replaceAll(/\s*\n\s*/g, " ")}\n`)
  return exitCode
}

function readVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
  return (JSON.parse(manifest) as { version: string }).version
}
