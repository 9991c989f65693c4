// What a command is: its options as data, examples, and a function from values to an exit code. It prints; others compute.

import type { OptionSpecs, OptionValues } from "./options/option-spec.ts"

export interface Command {
  readonly name: string
  /** One sentence for the list of commands. */
  readonly about: string
  readonly options: OptionSpecs
  /** Options that may also be given by position, without their flag. */
  readonly operands?: readonly string[]
  /** Flags that earlier versions had, each with the sentence that refuses it now. */
  readonly gone?: Readonly<Record<string, string>>
  /** The parameters of an algorithm of one's own (`module`) are flags, too. */
  readonly takesOwnParameters?: true
  /** Command lines that run as they are. */
  readonly examples: readonly string[]
  /** More to say at the end of help, such as the names of algorithms. */
  readonly notes?: () => string
  run(values: Readonly<Record<string, unknown>>): Promise<number>
}

/** Gives `run` the types of the values that `options` describe. */
export function defineCommand<const Specs extends OptionSpecs>(
  definition: Omit<Command, "options" | "run"> & {
    readonly options: Specs
    run(values: OptionValues<Specs>): Promise<number>
  },
): Command {
  return definition as unknown as Command
}
