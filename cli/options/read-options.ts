// The values of a command's options: flags first, then the configuration file, then defaults.

import { readFileSync } from "node:fs"
import { didYouMean } from "../print/did-you-mean.ts"
import { UsageError } from "../usage-error.ts"
import { readFlag, readSetting } from "./check-option.ts"
import { formatFlag, type OptionSpecs, type OptionValues } from "./option-spec.ts"
import { withPassword } from "./password-file.ts"

/** `flags` as the command line gave them, by name; `command` is what messages call the command. */
export function readOptions<Specs extends OptionSpecs>(
  command: string,
  specs: Specs,
  flags: Readonly<Record<string, string | undefined>>,
): OptionValues<Specs> {
  const { config } = flags
  const settings = config === undefined ? {} : readConfig(command, specs, config)
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
  const settings = parseObject(path, readText(path))
  const known = Object.keys(specs).filter((name) => name !== "config")
  for (const name of Object.keys(settings))
    if (!known.includes(name))
      throw new UsageError(`a key of ${path} must be an option of ${command}, got ${name}${didYouMean(name, known)}`)
  return settings
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new UsageError(
      `--config must be a file that can be read, got ${path} (${(error as NodeJS.ErrnoException).code})`,
    )
  }
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
