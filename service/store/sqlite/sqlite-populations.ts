// Reads populations, their experiments, and what is reserved for their people from a SQLite file.

import type { PopulationLookups } from "../../transaction/lookups.ts"
import type { PopulationReads } from "../population-reads.ts"
import { populationColumns } from "../row-columns.ts"
import type { PopulationRow, ReservationRow, StoredExperiment } from "../rows.ts"
import { type ExperimentRow, reservationRow, type StoredReservation, storedExperiment } from "../stored-rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

const selectPopulations = `SELECT ${populationColumns.select("p")} FROM populations p`

export class SqlitePopulations implements PopulationReads, PopulationLookups {
  readonly #rows: SqliteStatements
  /** Reports what cannot be parsed as damage. */
  readonly #parsed: <Result>(parse: () => Result) => Result

  constructor(rows: SqliteStatements, parsed: <Result>(parse: () => Result) => Result) {
    this.#rows = rows
    this.#parsed = parsed
  }

  find(name: string): PopulationRow | undefined {
    return this.#rows.get(`${selectPopulations} WHERE p.name = ?`, name)
  }

  isUsed(name: string): boolean {
    return this.#rows.get("SELECT 1 FROM members WHERE population = ? LIMIT 1", name) !== undefined
  }

  after(name: string, limit: number): PopulationRow[] {
    return this.#rows.all(`${selectPopulations} WHERE p.name > ? ORDER BY p.name LIMIT ?`, name, limit)
  }

  members(population: string): StoredExperiment[] {
    const sql =
      "SELECT e.* FROM members m JOIN experiments e ON e.id = m.experiment WHERE m.population = ? ORDER BY e.number"
    const rows = this.#rows.all<ExperimentRow>(sql, population)
    return this.#parsed(() => rows.map((row) => storedExperiment(row)))
  }

  reservation(population: string, person: string): ReservationRow | undefined {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person = ?"
    const row = this.#rows.get<StoredReservation>(sql, population, person)
    return row === undefined ? undefined : reservationRow(row)
  }

  reservationsAfter(population: string, person: string, limit: number): ReservationRow[] {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person > ? ORDER BY person LIMIT ?"
    return this.#rows.all<StoredReservation>(sql, population, person, limit).map(reservationRow)
  }

  countPeople(population: string, full: number): { people: number; atLimit: number } {
    const sql =
      "SELECT count(*) AS people, count(*) FILTER (WHERE CAST(high AS REAL) > ?) AS atLimit FROM reservations WHERE population = ?"
    return this.#rows.get(sql, full, population) as { people: number; atLimit: number }
  }
}
