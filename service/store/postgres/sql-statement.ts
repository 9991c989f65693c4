export interface SqlStatement {
  readonly text: string
  readonly values: unknown[]
}
