// A number in a sentence: whole, or with three significant digits; thousands apart.

const format = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

export const formatNumber = (value: number): string => (Number.isInteger(value) ? whole : format).format(value)
