// Explains every statement that a pool sends, just before it is sent and with the same values, so
// that a test reads the plans of what the service does and not of a list that may be outdated.

import type pg from "pg"

export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly Plans?: readonly PlanNode[]
  readonly "Actual Loops"?: number
}

export interface RecordedPlan {
  readonly sql: string
  readonly nodes: readonly PlanNode[]
}

type Query = (...given: unknown[]) => unknown

const explained = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

/** `plans` has those of all statements up to now; to be called before the pool connects. */
export function recordPlans(pool: pg.Pool): { plans(): Promise<RecordedPlan[]> } {
  const recorded: Promise<RecordedPlan>[] = []
  pool.on("connect", (client) => {
    const send = client.query.bind(client) as Query
    const sendQuietly = (sql: string) => void (send(sql) as Promise<unknown>).catch(() => undefined)
    let isInTransaction = false
    const explain = (sql: string, values: unknown) => {
      // Undone at once: the statement itself comes next and finds what it would have found.
      sendQuietly(isInTransaction ? "SAVEPOINT explained" : "BEGIN")
      const answer = send(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values) as Promise<pg.QueryResult>
      sendQuietly(isInTransaction ? "ROLLBACK TO explained" : "ROLLBACK")
      const plan = answer.then(({ rows }) => ({ sql, nodes: planNodes(rows) }))
      // A reader of the plans gets the error.
      plan.catch(() => undefined)
      recorded.push(plan)
    }
    const query: Query = (text, values, ...others) => {
      if (typeof text === "string") {
        if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) isInTransaction = text.startsWith("BEGIN")
        // Several statements in one text have no values: they begin transactions and set options.
        else if (explained.test(text) && !text.includes(";")) explain(text, Array.isArray(values) ? values : [])
      }
      return send(text, values, ...others)
    }
    ;(client as { query: Query }).query = query
  })
  return { plans: () => Promise.all(recorded) }
}

/** All nodes of the answer to EXPLAIN. */
export function planNodes(rows: pg.QueryResult["rows"]): PlanNode[] {
  const nodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return nodes(rows[0]["QUERY PLAN"][0].Plan as PlanNode)
}

const partition = /^(decisions|rewards|observations|subjects|metric_values|metric_observations)_(\d+)$/

/** The partitions of each table that a plan has looked into; those it has ruled out are no part. */
export function touchedPartitions(
  nodes: readonly PlanNode[],
): { readonly table: string; readonly partition: number }[] {
  return nodes.flatMap((node) => {
    const [, table, number] = partition.exec(node["Relation Name"] ?? "") ?? []
    return table === undefined || (node["Actual Loops"] ?? 1) === 0 ? [] : [{ table, partition: Number(number) }]
  })
}
