// What each role may do.

export const roles = ["decide", "evaluate", "operate", "audit"] as const

/**
 * "decide" gets arms and sends rewards, "evaluate" does so by OpenFeature's remote evaluation
 * alone, "audit" reads, "operate" also changes experiments.
 */
export type Role = (typeof roles)[number]

/** "evaluate": flags, exposures, and the reward of one person. */
export type Task = "decide" | "evaluate" | "read" | "audit" | "operate"

const tasks: Readonly<Record<Role, readonly Task[]>> = {
  decide: ["decide", "evaluate", "read"],
  evaluate: ["evaluate"],
  audit: ["read", "audit"],
  operate: ["read", "audit", "operate"],
}

export const listTasks = (role: Role | "local"): readonly Task[] =>
  role === "local" ? ["decide", "evaluate", "read", "audit", "operate"] : tasks[role]

export const mayDo = (role: Role, task: Task): boolean => tasks[role].includes(task)
