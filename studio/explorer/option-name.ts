// Options are named by letters, or by numbers if there are more than 26.

export const nameOption = (option: number, count: number): string =>
  count > 26 ? String(option + 1) : String.fromCharCode(65 + option)
