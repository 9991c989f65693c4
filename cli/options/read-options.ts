// The values of a command's options: flags first, then the configuration file, then defaults.

import { didYouMean } from "../print/did-you-mean.ts"
import { UsageError } from "../usage-error.ts"
import { readFlag, readSetting } from "./check-option.ts"
import { formatFlag, type OptionSpecs, type OptionValues } from "./option-spec.ts"
import { readOptionFile, withPassword } from "./read-file.ts"

/** `flags` as the command line gave them, by name; `command` is what messages call the command. */
export function readOptions<Specs extends OptionSpecs>(
  command: string,
  specs: Specs,
  flags: Readonly<Record<string, string | undefined>>,
): OptionValues<Specs> {
  const { config } = flags
  return readValues(specs, flags, config === undefined ? {} : readConfig(command, specs, config))
}

/** The same from `settings` that are JSON already, such as the parameters of a request. */
export function readSettings<Specs extends OptionSpecs>(
  command: string,
  specs: Specs,
  settings: Readonly<Record<string, unknown>>,
): OptionValues<Specs> {
  checkNames("a parameter", command, specs, settings)
  return readValues(specs, {}, settings)
}

function readValues<Specs extends OptionSpecs>(
  specs: Specs,
  flags: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, unknown>>,
): OptionValues<Specs> {
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries(specs)) {
    const flag = flags[name]
    if (flag !== undefined) values[name] = readFlag(formatFlag(name), spec, flag)
    else if (Object.hasOwn(settings, name)) values[name] = readSetting(name, spec, settings[name])
    else if (spec.kind === "switch") values[name] = false
    else if ("default" in spec) values[name] = spec.default
    const value = values[name]
    if (typeof value === "string") values[name] = withPassword(value)
  }
  return values as OptionValues<Specs>
}

function readConfig(command: string, specs: OptionSpecs, path: string): Record<string, unknown> {
  const settings = parseObject(path, readOptionFile("--config", path))
  checkNames(`a key of ${path}`, command, specs, settings)
  return settings
}

function checkNames(subject: string, command: string, specs: OptionSpecs, settings: object): void {
  const known = Object.keys(specs).filter((name) => name !== "config")
  for (const name of Object.keys(settings))
    if (!known.includes(name))
      throw new UsageError(`${subject} must be an option of ${command}, got ${name}${didYouMean(name, known)}`)
}

function parseObject(path: string, text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Said below, in one sentence.
  }
  throw new UsageError(`--config must be a file with one JSON object, got ${path}`)
}
