// The arguments of one command: flags and operands, read with the parser of Node.

import { parseArgs } from "node:util"
import type { Command } from "./command.ts"
import { betweenTexts } from "./options/check-option.ts"
import { formatFlag, type OptionSpecs } from "./options/option-spec.ts"
import { readOptions } from "./options/read-options.ts"
import { didYouMean } from "./print/did-you-mean.ts"
import { UsageError } from "./usage-error.ts"

interface Arguments {
  readonly values: Readonly<Record<string, unknown>>
  /** Parameters of algorithms that were given, unchecked. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The option values of `command`, which messages call `name`; null if its help is wanted. */
export async function parseArguments(
  name: string,
  command: Command,
  args: readonly string[],
): Promise<Arguments | null> {
  const known = parseFlags(command.options, args)
  if (known.isHelp) return null
  const needsParameters = known.unknown.length > 0 || known.flags.config !== undefined
  const parameters = needsParameters ? await command.parameters?.(known.flags.module) : undefined
  const specs = { ...parameters, ...command.options }
  const { flags, operands, unknown } = parameters === undefined ? known : parseFlags(specs, args)
  if (unknown[0] !== undefined)
    throw new UsageError(
      `unknown option ${unknown[0]}${didYouMean(unknown[0], [...Object.keys(specs).map(formatFlag), "--help"])}; armistice ${name} --help lists all`,
    )
  const places = command.operands ?? []
  const extra = operands[places.length]
  if (extra !== undefined)
    throw new UsageError(`${name} takes options that start with --, got ${extra} (lists have commas and no spaces)`)
  const byPlace = Object.fromEntries(operands.map((operand, index) => [places[index], operand]))
  const all: Record<string, unknown> = readOptions(name, specs, { ...flags, ...byPlace })
  const isOwn = ([option]: [string, unknown]): boolean => Object.hasOwn(command.options, option)
  return {
    values: Object.fromEntries(Object.entries(all).filter(isOwn)),
    parameters: Object.fromEntries(Object.entries(all).filter((one) => !isOwn(one))),
  }
}

interface ParsedFlags {
  /** "true" for a switch. The last of several wins, unless the option takes several. */
  readonly flags: Readonly<Record<string, string>>
  readonly operands: readonly string[]
  readonly unknown: readonly string[]
  readonly isHelp: boolean
}

function parseFlags(specs: OptionSpecs, args: readonly string[]): ParsedFlags {
  const byFlag = new Map(Object.entries(specs).map(([name, spec]) => [formatFlag(name), { name, spec }]))
  const { tokens } = parseArgs({
    args: args.map((argument, index) => {
      // Node's parser knows no flag whose value may be left out.
      const spec = byFlag.get(argument)?.spec
      const isAlone = args[index + 1]?.startsWith("-") ?? true
      return spec?.kind === "raw" && spec.alone !== undefined && isAlone ? `${argument}=${spec.alone}` : argument
    }),
    options: Object.fromEntries(
      [...byFlag].map(([flag, { spec }]) => [flag.slice(2), { type: spec.kind === "switch" ? "boolean" : "string" }]),
    ),
    strict: false,
    tokens: true,
  })
  const flags: Record<string, string> = {}
  const operands: string[] = []
  const unknown: string[] = []
  let isHelp = false
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value)
    if (token.kind !== "option") continue
    const known = byFlag.get(token.rawName)
    if (token.rawName === "--help" || token.rawName === "-h") isHelp = true
    else if (known === undefined) unknown.push(token.rawName)
    else if (known.spec.kind === "switch") {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value, got ${token.value}`)
      flags[known.name] = "true"
    } else if (token.value === undefined) throw new UsageError(`${token.rawName} must have a value, got nothing`)
    else {
      const before = known.spec.kind === "texts" ? flags[known.name] : undefined
      flags[known.name] = before === undefined ? token.value : `${before}${betweenTexts}${token.value}`
    }
  }
  return { flags, operands, unknown, isHelp }
}
