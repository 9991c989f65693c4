// A statement with its values.

export interface SqlStatement {
  readonly text: string
  readonly values: unknown[]
}
