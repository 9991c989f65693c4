// Rows that a transaction has changed, over those that its store has.

export class Overlay<Id extends string | number, Row> {
  readonly #changed = new Map<string, Row>()
  readonly #lookUp: (owner: string, id: Id) => Row

  constructor(lookUp: (owner: string, id: Id) => Row) {
    this.#lookUp = lookUp
  }

  get(owner: string, id: Id): Row {
    const key = `${owner}/${id}`
    const changed = this.#changed.get(key)
    return changed !== undefined || this.#changed.has(key) ? (changed as Row) : this.#lookUp(owner, id)
  }

  set(owner: string, id: Id, row: Row): void {
    this.#changed.set(`${owner}/${id}`, row)
  }

  /** Also adds it to the rows to be written, in place of an earlier one. */
  put(rows: Row[], owner: string, id: Id, row: Row): void {
    const key = `${owner}/${id}`
    const earlier = this.#changed.get(key)
    if (earlier === undefined) rows.push(row)
    else rows[rows.indexOf(earlier)] = row
    this.#changed.set(key, row)
  }
}
