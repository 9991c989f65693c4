// A bar of text in eighths of a character, for a chart beside a table.

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** `share` of `width` characters, and at least an eighth of one for every share above 0. */
export function drawBar(share: number, width: number): string {
  const steps = share > 0 ? Math.max(1, Math.round(share * width * 8)) : 0
  return "█".repeat(Math.floor(steps / 8)) + eighths[steps % 8]
}
