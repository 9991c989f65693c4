// Reads populations, their experiments, and what is reserved for their people from Postgres.

import type { PopulationReads } from "../population-reads.ts"
import { populationColumns } from "../row-columns.ts"
import type { PopulationRow, ReservationRow, StoredExperiment } from "../rows.ts"
import { type ExperimentRow, storedExperiment } from "../stored-rows.ts"
import type { PostgresSession } from "./postgres-session.ts"

const selectPopulations = `SELECT ${populationColumns.select("p")} FROM armistice.populations p`

export class PostgresPopulationReads implements PopulationReads {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    this.#session = session
  }

  async find(name: string): Promise<PopulationRow | undefined> {
    return (await this.#session.rows<PopulationRow>(`${selectPopulations} WHERE p.name = $1`, [name]))[0]
  }

  async after(name: string, limit: number): Promise<PopulationRow[]> {
    return this.#session.rows(`${selectPopulations} WHERE p.name > $1 ORDER BY p.name LIMIT $2`, [name, limit])
  }

  async members(population: string): Promise<StoredExperiment[]> {
    const rows = await this.#session.rows<ExperimentRow>(
      `SELECT e.definition, e.name, e.description, e.labels, h.status, h.restores, h.accepted FROM armistice.members m
       JOIN armistice.experiments e ON e.number = m.experiment JOIN armistice.heads h ON h.experiment = e.number
       WHERE m.population = $1 ORDER BY e.number`,
      [population],
    )
    return rows.map(storedExperiment)
  }

  async reservation(population: string, person: string): Promise<ReservationRow | undefined> {
    const sql = "SELECT population, person, high, low FROM armistice.reservations WHERE population = $1 AND person = $2"
    const [row] = await this.#session.rows<ReservationRow>(sql, [population, person])
    return row
  }

  reservationsAfter(population: string, person: string, limit: number): Promise<ReservationRow[]> {
    return this.#session.rows(
      "SELECT population, person, high, low FROM armistice.reservations WHERE population = $1 AND person > $2 ORDER BY person LIMIT $3",
      [population, person, limit],
    )
  }

  async countPeople(population: string, full: number): Promise<{ people: number; atLimit: number }> {
    const [row] = await this.#session.rows<{ people: number; atLimit: number }>(
      `SELECT count(*) AS people, count(*) FILTER (WHERE high > $2) AS "atLimit" FROM armistice.reservations WHERE population = $1`,
      [population, full],
    )
    return row ?? { people: 0, atLimit: 0 }
  }
}
