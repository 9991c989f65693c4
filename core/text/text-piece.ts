// Text with emphasised parts. A page sets them in bold; elsewhere it is plain text.

/** Text, or a part of it that a page emphasises. */
export type TextPiece = string | { readonly strong: string }

/** A part that a page emphasises. */
export const strong = (text: string): TextPiece => ({ strong: text })

/** The text without emphasis. */
export const joinPieces = (pieces: readonly TextPiece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.strong)).join("")

/** One sentence after the other; empty ones are left out. */
export const joinSentences = (...sentences: readonly (readonly TextPiece[])[]): TextPiece[] =>
  sentences.filter((pieces) => pieces.length > 0).flatMap((pieces, index) => (index === 0 ? pieces : [" ", ...pieces]))
