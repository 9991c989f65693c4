// A command: its options as data, and a function from their values to an exit code.

import type { Host } from "./host.ts"
import type { OptionSpecs, OptionValues } from "./options/option-spec.ts"

type Values = Readonly<Record<string, unknown>>

export interface Command {
  readonly options: OptionSpecs
  /** Options that may also be given by position, without their flag. */
  readonly operands?: readonly string[]
  /** Flags for parameters of algorithms, loaded only if a flag is not among `options`. */
  readonly parameters?: (module: string | undefined) => Promise<OptionSpecs>
  /** Text at the end of help, such as the names of algorithms. */
  readonly notes?: () => string | Promise<string>
  run(values: Values, parameters: Values, host: Host): Promise<number>
}

/** Gives `run` the types of the values that `options` describe. */
export function defineCommand<const Specs extends OptionSpecs>(
  definition: Omit<Command, "options" | "run"> & {
    readonly options: Specs
    run(values: OptionValues<Specs>, parameters: Values, host: Host): Promise<number>
  },
): Command {
  return definition as unknown as Command
}
