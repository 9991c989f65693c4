// Parses the command line, runs one command, and turns every error into one sentence and an exit code.

import { ArmisticeError, catalogue } from "@armistice/core"
import { CommanderError } from "commander"
import { exitCodes } from "./exit-codes.ts"
import { Interrupted } from "./interrupt.ts"
import { didYouMean } from "./print/did-you-mean.ts"
import { createProgram } from "./program.ts"

/** The exit code for these arguments (without the interpreter and the script). */
export async function main(args: readonly string[]): Promise<number> {
  // A reader that has seen enough, such as head, closes the pipe: that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done)
    throw error
  })
  const isVerbose = args.includes("--verbose")
  let exitCode: number = exitCodes.done
  const program = createProgram(async (command, values) => {
    exitCode = await command.run(values)
  })
  try {
    await program.parseAsync(
      args.filter((argument) => argument !== "--verbose"),
      { from: "user" },
    )
    return exitCode
  } catch (error) {
    return report(error, isVerbose)
  }
}

function report(error: unknown, isVerbose: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
  if (error instanceof CommanderError) return tell(explain(error), exitCodes.refused)
  if (error instanceof ArmisticeError) return tell(withSuggestion(error), exitCodes.refused)
  if (error instanceof Interrupted) return tell(error.message, exitCodes.interrupted)
  if (isVerbose) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const message = error instanceof Error ? error.message : String(error)
  const where = isVerbose ? "the lines above" : "what --verbose adds"
  return tell(
    `this should not happen, and is a mistake of ours: ${message} (please report it with the command and ${where}, as CONTRIBUTING.md says)`,
    exitCodes.failed,
  )
}

/** Core knows which names there are; which one was meant is said here. */
function withSuggestion({ code, message }: ArmisticeError): string {
  const given = code === "unknown_algorithm" ? /got "([^"]+)"$/.exec(message)?.[1] : undefined
  const names = catalogue.map(({ name }) => name)
  return given === undefined ? message : message + didYouMean(given, names)
}

function tell(sentence: string, exitCode: number): number {
  process.stderr.write(`armistice: ${sentence.replaceAll(/\s*\n\s*/g, " ")}\n`)
  return exitCode
}

/** The one thing commander refuses by itself: a flag at the end of the line, without its value. */
function explain({ code, message }: CommanderError): string {
  const flag = /--[\w-]+/.exec(message)?.[0]
  if (code === "commander.optionMissingArgument" && flag !== undefined) return `${flag} must have a value, got nothing`
  return message.replace(/^error: /, "")
}
