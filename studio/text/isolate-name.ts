// Names that people gave, in the midst of other words: one in a script from right to left, or with marks that turn what follows around,
// must leave the rest of the line as it is.

/** Marks that embed, override or isolate: they say nothing by themselves. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const fromRight = /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc]/

export function isolateName(name: string): string {
  const plain = name.replaceAll(turning, "")
  return fromRight.test(plain) ? `\u2068${plain}\u2069` : plain
}
