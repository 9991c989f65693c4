// Populations in Postgres: what a transaction locks and reads of them, and what it writes.

import type { Changes } from "../changes.ts"
import { places, populationColumns } from "../row-columns.ts"
import type { ReservationRow } from "../rows.ts"
import type { SqlStatement } from "../shared-sql.ts"

export const lockPopulationsSql =
  "SELECT 1 FROM armistice.populations WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE"

export const readPopulationsSql = `SELECT ${populationColumns.select("p")}, EXISTS (SELECT 1 FROM armistice.members m WHERE m.population = p.name) AS used
  FROM armistice.populations p WHERE p.name = ANY($1::text[])`

// People are locked in the order they are given in, which is one for all groups, and after the
// experiments: so two groups never wait for each other. A person without a row gets one first,
// which others wait for before they lock anyone.
const requested = "unnest($1::text[], $2::text[]) AS a (population, person)"

export const addPeopleSql = `INSERT INTO armistice.reservations (population, person) SELECT a.population, a.person FROM ${requested}
  ON CONFLICT DO NOTHING RETURNING population, person`

export const lockPeopleSql = `SELECT r.* FROM ${requested} CROSS JOIN LATERAL (SELECT * FROM armistice.reservations r
  WHERE r.population = a.population AND r.person = a.person LIMIT 1 FOR UPDATE) r`

/** A person of a population. */
export type PopulationMember = Pick<ReservationRow, "population" | "person">

/** Each once, in the order in which they are locked. */
export function sortPeople(people: readonly PopulationMember[]): PopulationMember[] {
  const byKey = new Map(people.map((one) => [formatKey(one), one]))
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as PopulationMember)
}

const formatKey = ({ population, person }: PopulationMember): string => `${population}/${person}`

/** Removes rows that were made only to be locked. */
export function forgetPeople(made: readonly PopulationMember[], { reservations }: Changes): SqlStatement[] {
  const kept = new Set(reservations.map(formatKey))
  const gone = made.filter((one) => !kept.has(formatKey(one)))
  if (gone.length === 0) return []
  const text = `DELETE FROM armistice.reservations r USING ${requested} WHERE r.population = a.population AND r.person = a.person`
  return [{ text, values: peopleValues(gone) }]
}

export const peopleValues = (people: readonly PopulationMember[]): string[][] => [
  people.map(({ population }) => population),
  people.map(({ person }) => person),
]

const { names } = populationColumns
const insertPopulation = `INSERT INTO armistice.populations (${names.join(", ")}) VALUES (${places(populationColumns)})`
const updatePopulation = `UPDATE armistice.populations SET (${names.join(", ")}) = (${places(populationColumns)}) WHERE name = $1`

export function populationStatements({ populations, reservations }: Changes): SqlStatement[] {
  const list: SqlStatement[] = []
  // If another replica made it meanwhile, the batch is retried.
  for (const row of populations)
    list.push({ text: row.isNew ? insertPopulation : updatePopulation, values: populationColumns.values(row) })
  if (reservations.length > 0)
    list.push({
      text: `INSERT INTO armistice.reservations (population, person, high, low)
       SELECT * FROM unnest($1::text[], $2::text[], $3::double precision[], $4::double precision[])
       ON CONFLICT (population, person) DO UPDATE SET high = excluded.high, low = excluded.low`,
      values: [...peopleValues(reservations), reservations.map(({ high }) => high), reservations.map(({ low }) => low)],
    })
  return list
}
