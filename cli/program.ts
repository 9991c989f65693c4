// The commands as commander sees them: flags, help and examples, all from the commands' own specifications.

import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Option, Command as Program } from "commander"
import type { Command } from "./command.ts"
import { commands } from "./commands.ts"
import { parametersOf } from "./options/algorithm-options.ts"
import { flagOf, type OptionSpec, type OptionSpecs } from "./options/option-spec.ts"
import { readOptions } from "./options/read-options.ts"
import { didYouMean } from "./print/did-you-mean.ts"
import { wrapCommand, wrapText } from "./print/wrap.ts"
import { usageError } from "./usage-error.ts"

/** As people must write it: in a clone, which has sources, npx finds the command. */
const invocation = existsSync(new URL("../main.ts", import.meta.url)) ? "npx armistice" : "armistice"

type Run = (command: Command, values: Readonly<Record<string, unknown>>) => Promise<void>

export function createProgram(run: Run): Program {
  const program = new Program(invocation)
    .description("Private adaptive experiments: simulate them, compare them, and state their privacy exactly.")
    .version(readVersion(), "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    // main.ts takes it away before anything is read.
    .option("--verbose", "with any command: show where an error that was not foreseen happened")
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    // Errors are thrown and told in one sentence by main.ts.
    .configureOutput({ writeErr: () => {} })
    .addHelpText("after", () => `\nExamples:\n${listExamples(commands.map(({ examples }) => examples[0] ?? ""))}`)
  program.action(() => answerOther(program))
  for (const command of commands) addCommand(program, command, run)
  return program
}

function addCommand(program: Program, command: Command, run: Run): void {
  const sub = program
    .command(command.name)
    .description(command.about)
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption("-h, --help", "print this help")
  for (const [name, spec] of Object.entries(command.options)) sub.addOption(optionOf(name, spec))
  if (command.operands !== undefined) sub.usage(`[options] ${command.operands.map((name) => `[${name}]`).join(" ")}`)
  sub.addHelpText("after", () => {
    const notes = command.notes?.()
    return `${notes === undefined ? "" : `\n${wrapText(notes)}\n`}\nExamples:\n${listExamples(command.examples)}`
  })
  sub.action(async () => {
    const flags = sub.opts<Record<string, string | true>>()
    const own = await ownOptions(command, flags.module)
    const options = { ...command.options, ...own }
    const given = { ...flags, ...operandsOf(command, options, sub.args) }
    await run(command, readOptions(command.name, options, given))
  })
}

const longestPlaceholder = 14

function optionOf(name: string, spec: OptionSpec): Option {
  const flag = flagOf(name)
  const isSwitch = spec.kind === "switch"
  const preset = "default" in spec && spec.default !== undefined ? ` (default: ${spec.default})` : ""
  const placeholder = placeholderOf(spec)
  // A long list of words would push every explanation off the terminal.
  const isList = placeholder.length > longestPlaceholder
  const words = isList ? ` (${placeholder.replaceAll("|", ", ")})` : ""
  const shown = isList ? "word" : placeholder
  const isOptional = spec.kind === "raw" && spec.alone !== undefined
  const term = isSwitch ? flag : isOptional ? `${flag} [${shown}]` : `${flag} <${shown}>`
  const option = new Option(term, `${spec.about}${words}${preset}`)
  return spec.heading === undefined ? option : option.helpGroup(`${spec.heading}:`)
}

function placeholderOf(spec: OptionSpec): string {
  if (spec.placeholder !== undefined) return spec.placeholder
  if (spec.kind === "choice") return spec.values.join("|")
  return { number: "number", integer: "number", numbers: "list", text: "text", raw: "value", switch: "" }[spec.kind]
}

/** Flags for the parameters of one's own algorithm, which nobody knows before its module is loaded. */
async function ownOptions(command: Command, module: string | true | undefined): Promise<OptionSpecs> {
  if (typeof module !== "string" || command.takesOwnParameters !== true) return {}
  const { readModule } = await import("./options/own-module.ts")
  return parametersOf((await readModule(module)).entry, Object.keys(command.options))
}

/** What the command line has beside known flags: parameters of one's own, operands in order, or something that must not be there. */
function operandsOf(command: Command, options: OptionSpecs, args: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {}
  const rest = [...args]
  for (const name of Object.keys(options).filter((one) => !Object.hasOwn(command.options, one))) {
    const place = rest.findIndex((argument) => argument.split("=")[0] === flagOf(name))
    if (place < 0) continue
    const [flag = ""] = rest.splice(place, 1)
    const value = flag.includes("=") ? flag.slice(flag.indexOf("=") + 1) : rest.splice(place, 1)[0]
    if (value === undefined) throw usageError(`${flagOf(name)} must have a value, got nothing`)
    given[name] = value
  }
  for (const name of command.operands ?? [])
    if (rest[0] !== undefined && !rest[0].startsWith("-")) given[name] = rest.shift()!
  const extra = rest.find((argument) => argument.startsWith("-")) ?? rest[0]
  if (extra === undefined) return given
  if (!extra.startsWith("-"))
    throw usageError(`${command.name} takes options that start with --, got ${extra} (lists have commas and no spaces)`)
  const [flag = extra] = extra.split("=")
  const gone = command.gone?.[flag]
  if (gone !== undefined) throw usageError(gone)
  const known = [...Object.keys(options).map(flagOf), "--help"]
  throw usageError(
    `an option must be one that ${invocation} ${command.name} --help lists, got ${flag}${didYouMean(flag, known)}`,
  )
}

/** Neither a command nor nothing: `armistice help compare`, or a mistake. */
function answerOther(program: Program): void {
  const [first, second] = program.args
  const given = first === "help" ? second : first
  const about = given === undefined ? program : program.commands.find((sub) => sub.name() === given)
  if (about !== undefined) {
    about.outputHelp()
    return
  }
  const names = commands.map(({ name }) => name)
  throw usageError(`the command must be one of ${names.join(", ")}, got ${given}${didYouMean(given ?? "", names)}`)
}

const listExamples = (examples: readonly string[]): string =>
  examples.map((line) => wrapCommand(`  ${withFiles(line.replace(/^armistice/, invocation))}`)).join("\n")

/** Files of examples are named from where one is: in a package they lie beside the command, not in docs/examples. */
function withFiles(line: string): string {
  const packed = fileURLToPath(new URL("../examples/", import.meta.url))
  return existsSync(packed) ? line.replaceAll("docs/examples/", `${relative(process.cwd(), packed)}/`) : line
}

function readVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
  return (JSON.parse(manifest) as { version: string }).version
}
