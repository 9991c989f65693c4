// Doubles as exact fractions n·2^e over BigInt: an arithmetic without rounding to judge the one
// with rounding.

export interface ExactFraction {
  readonly numerator: bigint
  readonly exponent: number
  plus(other: ExactFraction): ExactFraction
  times(other: ExactFraction): ExactFraction
  /** Negative, 0 or positive as this is below, equal to or above `other`. */
  compare(other: ExactFraction): number
}

const view = new DataView(new ArrayBuffer(8))

/** The exact value of a finite double. */
export function exactly(x: number): ExactFraction {
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const magnitude = biased === 0 ? fraction : fraction | (1n << 52n)
  return make(x < 0 ? -magnitude : magnitude, Math.max(biased, 1) - 1075)
}

export const exactlyWhole = (value: bigint): ExactFraction => make(value, 0)

function make(numerator: bigint, exponent: number): ExactFraction {
  return {
    numerator,
    exponent,
    plus: (other) => {
      const [one, two, common] = align(numerator, exponent, other)
      return make(one + two, common)
    },
    times: (other) => make(numerator * other.numerator, exponent + other.exponent),
    compare: (other) => {
      const [one, two] = align(numerator, exponent, other)
      return one < two ? -1 : one > two ? 1 : 0
    },
  }
}

function align(numerator: bigint, exponent: number, other: ExactFraction): [bigint, bigint, number] {
  const common = Math.min(exponent, other.exponent)
  return [numerator << BigInt(exponent - common), other.numerator << BigInt(other.exponent - common), common]
}
