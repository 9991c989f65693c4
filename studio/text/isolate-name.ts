// Names that people gave, within a sentence: right-to-left script and direction marks must not
// affect the rest of the line.

/** Marks that embed, override or isolate text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const fromRight = /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc]/

export function isolateName(name: string): string {
  const plain = name.replaceAll(turning, "")
  return fromRight.test(plain) ? `\u2068${plain}\u2069` : plain
}
