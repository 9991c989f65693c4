// Help as text of 80 columns: of the whole command, and of each of its commands.

import { existsSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { Command } from "./command.ts"
import { type CommandEntry, commands } from "./commands.ts"
import { invocation } from "./invocation.ts"
import { formatFlag, type OptionSpec } from "./options/option-spec.ts"
import { wrapCommand, wrapLine, wrapText } from "./print/wrap.ts"

type Row = readonly [term: string, about: string]

export function formatHelp(): string {
  return join([
    `Usage: ${invocation} [options] [command]`,
    wrapLine("Private adaptive experiments: run them, simulate them, and state their privacy exactly."),
    wrapLine("Without a command it serves experiments and the web page, as serve does."),
    ...formatLists({
      "Options:": [
        ["--version", "print the version"],
        ["--verbose", "with any command: show where an unexpected error happened"],
        ["-h, --help", "print help"],
      ],
      "Commands:": commands.map(({ name, about }) => [`${name} [options]`, about]),
    }),
    formatExamples(commands.map(({ examples }) => examples[0] ?? "")),
  ])
}

export async function formatCommandHelp({ name, about, examples }: CommandEntry, command: Command): Promise<string> {
  const lists: Record<string, Row[]> = { "Options:": [] }
  const options = { ...(await command.parameters?.(undefined)), ...command.options }
  // The command's own options first.
  for (const [option, spec] of Object.entries({ ...command.options, ...options })) {
    const heading = `${spec.heading ?? "Options"}:`
    lists[heading] = [...(lists[heading] ?? []), [formatTerm(option, spec), formatAbout(spec)]]
  }
  lists["Options:"]?.push(["-h, --help", "print this help"])
  const operands = command.operands?.map((operand) => ` [${operand}]`).join("") ?? ""
  return join([
    `Usage: ${invocation} ${name} [options]${operands}`,
    wrapLine(about),
    ...formatLists(lists),
    ...(command.notes === undefined ? [] : [wrapText(await command.notes())]),
    formatExamples(examples),
  ])
}

const join = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`

/** Lists of terms and their explanations, in two columns that are the same for all lists. */
function formatLists(lists: Readonly<Record<string, readonly Row[]>>): string[] {
  const width = Math.max(...Object.values(lists).flatMap((rows) => rows.map(([term]) => term.length)))
  return Object.entries(lists).map(([heading, rows]) =>
    [heading, ...rows.map(([term, about]) => wrapLine(`  ${term.padEnd(width)}  ${about}`, width + 2))].join("\n"),
  )
}

/** A longer list of words would push every explanation off the terminal. */
const longestPlaceholder = 14

const placeholders = {
  number: "number",
  integer: "number",
  numbers: "list",
  text: "text",
  texts: "text",
  raw: "value",
  switch: "",
}

const formatPlaceholder = (spec: OptionSpec): string =>
  spec.placeholder ?? (spec.kind === "choice" ? spec.values.join("|") : placeholders[spec.kind])

function formatTerm(name: string, spec: OptionSpec): string {
  const flag = formatFlag(name)
  if (spec.kind === "switch") return flag
  const placeholder = formatPlaceholder(spec)
  const shown = placeholder.length > longestPlaceholder ? "word" : placeholder
  return spec.kind === "raw" && spec.alone !== undefined ? `${flag} [${shown}]` : `${flag} <${shown}>`
}

function formatAbout(spec: OptionSpec): string {
  const placeholder = formatPlaceholder(spec)
  const words = placeholder.length > longestPlaceholder ? ` (${placeholder.replaceAll("|", ", ")})` : ""
  const preset = "default" in spec && spec.default !== undefined ? ` (default: ${spec.default})` : ""
  return spec.about + words + preset
}

function formatExamples(examples: readonly string[]): string {
  // In a package the files of examples lie beside the command, not in docs/examples.
  const packed = fileURLToPath(new URL("../examples/", import.meta.url))
  const folder = existsSync(packed) ? `${relative(process.cwd(), packed)}/` : "docs/examples/"
  const lines = examples.map((example) =>
    wrapCommand(`  ${example.replace(/^armistice/, invocation).replaceAll("docs/examples/", folder)}`),
  )
  return `Examples:\n${lines.join("\n")}`
}
