// One statement on a connection of its own.

import pg from "pg"

export async function runSql(url: string, sql: string): Promise<void> {
  await selectRows(url, sql)
}

export async function selectRows<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
