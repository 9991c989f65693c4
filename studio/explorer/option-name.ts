// Options of the explorer have letters for names, and numbers where there are more than letters.

export const optionName = (option: number, count: number): string =>
  count > 26 ? String(option + 1) : String.fromCharCode(65 + option)
