// A store's data about one subject, as text.

import type { SubjectData } from "@armistice/service"

export function formatSubject({
  subject,
  at,
  experiments,
  populations,
  searched,
  taken,
  omitted,
}: SubjectData): string {
  const found = experiments.length === 0 && populations.length === 0 ? ["  nothing"] : []
  const lines = [
    `Stored about ${JSON.stringify(subject)} at ${at}:`,
    ...found,
    ...experiments.flatMap(({ id, name, status, hash, rows }) => [
      `  ${id}  ${name}  ${status}, under the hash ${hash}`,
      ...Object.entries(rows).flatMap(([table, list]) => [
        `    ${table}`,
        ...list.map((row) => `      ${formatRow(row)}`),
      ]),
    ]),
    ...populations.map(
      ({ name, hash, eta }) => `  population ${name}, under the hash ${hash}: eta ${eta} is reserved for this subject`,
    ),
    `Searched: ${searched.experiments} experiments, ${searched.populations} populations.`,
    ...taken.map(({ id, name }) => `The journal of ${id} (${name}) was archived into a file. Ask that file too.`),
    ...omitted.map((what) => `Left out: ${what}`),
    "Backups and copies of the store, and logs of your own applications, are not searched.",
  ]
  return `${lines.join("\n")}\n`
}

const formatRow = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ")
