// Numbers as people read them: a few digits that count, thousands apart, powers of ten for very
// large and small ones.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

/** 10⁶; 1 and 10 as they are. */
export function powerLabel(value: number): string {
  const power = Math.round(Math.log10(value))
  return power === 0 || power === 1 ? String(10 ** power) : `10${raised(power)}`
}

const raised = (power: number): string =>
  (power < 0 ? "⁻" : "") + [...String(Math.abs(power))].map((digit) => superscripts[Number(digit)]).join("")

/** At least `digits` digits that count, and three before a power of ten: 2.5 × 10⁶. */
export function shortNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞"
  const size = Math.abs(value)
  if (size !== 0 && (size >= 10 ** (digits + 3) || size < 1e-3)) {
    const [factor, power] = value.toExponential(2).split("e").map(Number)
    return factor === 1 ? `10${raised(power)}` : withMinus(`${factor} × 10${raised(power)}`)
  }
  return groupThousands(String(size >= 1000 ? Math.round(value) : Number(value.toPrecision(digits))))
}

/** 12,345.6 */
function groupThousands(text: string): string {
  const [whole, ...fraction] = text.split(".")
  return withMinus([whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join("."))
}

const withMinus = (text: string): string => text.replace("-", "−")
