// Options of commands as data: one specification gives the flag, its help, the key of the configuration file and the check.

import type { ParameterSpec } from "@armistice/core/privacy"

interface Shown {
  readonly about: string
  /** Heading under which help lists it; "Options" if left out. */
  readonly heading?: string
  /** What stands for the value in help. */
  readonly placeholder?: string
}

/** A number, a whole number or one of several words, as for parameters of algorithms. */
export type ValueSpec = ParameterSpec & Shown

export interface NumbersSpec extends Shown {
  readonly kind: "numbers"
}

export interface TextSpec extends Shown {
  readonly kind: "text"
}

export const text = (about: string, placeholder: string) => ({ kind: "text", about, placeholder }) as const

export interface SwitchSpec extends Shown {
  readonly kind: "switch"
}

/** Text in a flag, any JSON in a configuration file: checked by whoever knows what it belongs to. */
export interface RawSpec extends Shown {
  readonly kind: "raw"
  /** What the flag stands for without a value; left out: it needs one. */
  readonly alone?: string
}

export type OptionSpec = ValueSpec | NumbersSpec | TextSpec | SwitchSpec | RawSpec
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec extends { kind: "number" | "integer" }
  ? number
  : Spec extends { kind: "choice"; values: readonly (infer Word)[] }
    ? Word
    : Spec extends { kind: "numbers" }
      ? readonly number[]
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

/** prePulls is --pre-pulls on the command line. */
export const formatFlag = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export const camelCase = (flag: string): string =>
  flag.replace(/^--/, "").replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
