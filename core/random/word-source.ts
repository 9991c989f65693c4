// Where all randomness starts: independent uniform 32-bit words. Every sampler is a function of a
// source of words, so the seeded and the secure generator share them.

export interface WordSource {
  /** 32 uniform bits as a signed integer. */
  word(): number
}
