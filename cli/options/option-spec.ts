// Options of commands as data: one specification gives the flag, its help, the key of the
// configuration file and the check.

import type { ChoiceSpec, NumberSpec } from "@armistice/core/privacy"

interface HelpSpec {
  readonly about: string
  /** Heading under which help lists it; "Options" if left out. */
  readonly heading?: string
  /** Stands for the value in help. */
  readonly placeholder?: string
}

/** A number, a whole number or one of several words, as for parameters of algorithms. */
export type ValueSpec = (NumberSpec | ChoiceSpec) & HelpSpec

/** The range of a number above 0. */
export const positive = { min: 0, aboveMin: true, max: Number.MAX_VALUE } as const

type MoreSpec = Partial<Omit<NumberSpec, "kind" | "about" | "min" | "max"> & HelpSpec>

/** A whole number in a range; `more` has its default or its place in help. */
export const integer = <const More extends MoreSpec = Record<never, never>>(
  min: number,
  max: number,
  about: string,
  more?: More,
) => ({ kind: "integer", min, max, about, ...more }) as NumberOption<"integer"> & More

/** The same for any number. */
export const number = <const More extends MoreSpec = Record<never, never>>(
  min: number,
  max: number,
  about: string,
  more?: More,
) => ({ kind: "number", min, max, about, ...more }) as NumberOption<"number"> & More

type NumberOption<Kind> = {
  readonly kind: Kind
  readonly min: number
  readonly max: number
  readonly about: string
}

/** Numbers separated by commas, text, several texts, or a flag without a value. */
interface PlainSpec extends HelpSpec {
  readonly kind: "numbers" | "text" | "texts" | "switch"
}

export const text = (about: string, placeholder: string, heading = "Options") =>
  ({ kind: "text", about, placeholder, heading }) as const

/** Texts that may hold commas: the flag once for each, or a list in a configuration file. */
export const texts = (about: string, placeholder: string, heading = "Options") =>
  ({ kind: "texts", about, placeholder, heading }) as const

/** Text in a flag, any JSON in a configuration file. The command checks it. */
export interface RawSpec extends HelpSpec {
  readonly kind: "raw"
  /** The value of the flag without one; if left out, the flag needs a value. */
  readonly alone?: string
}

export type OptionSpec = ValueSpec | PlainSpec | RawSpec
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec extends { kind: "number" | "integer" }
  ? number
  : Spec extends { kind: "choice"; values: readonly (infer Word)[] }
    ? Word
    : Spec extends { kind: "numbers" }
      ? readonly number[]
      : Spec extends { kind: "texts" }
        ? readonly string[]
        : Spec extends { kind: "switch" }
          ? boolean
          : Spec extends { kind: "raw" }
            ? unknown
            : string

/** The values of a command's options by name; those with a default are always there. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { default: unknown } | { kind: "switch" }
    ? ValueOf<Specs[Name]>
    : ValueOf<Specs[Name]> | undefined
}

/** A list with commas; undefined without one. */
export function splitList(text: string): string[]
export function splitList(text: string | undefined): string[] | undefined
export function splitList(text: string | undefined): string[] | undefined {
  return text?.split(",").map((one) => one.trim())
}

/** prePulls is --pre-pulls on the command line. */
export const formatFlag = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export const toCamelCase = (flag: string): string =>
  flag.replace(/^--/, "").replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that are not undefined, for callees whose optional fields must not be. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
