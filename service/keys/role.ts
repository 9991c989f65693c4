// The roles of keys, and the actions that each role may take.

export const roles = ["decide", "evaluate", "audit", "operate", "admin"] as const

/**
 * "decide" gets arms and sends rewards, "evaluate" does so by OpenFeature's remote evaluation
 * alone, "audit" reads, "operate" also changes experiments, "admin" also manages keys. An admin key
 * cannot decide: it belongs to a person, and programs have keys of their own.
 */
export type Role = (typeof roles)[number]

/** "evaluate": flags, exposures, and the reward of one person. */
export type Task = "decide" | "evaluate" | "read" | "audit" | "operate" | "manage-keys"

const tasks: Readonly<Record<Role, readonly Task[]>> = {
  decide: ["decide", "evaluate", "read"],
  evaluate: ["evaluate"],
  audit: ["read", "audit"],
  operate: ["read", "audit", "operate"],
  admin: ["read", "audit", "operate", "manage-keys"],
}

export const listTasks = (role: Role | "local"): readonly Task[] =>
  role === "local" ? ["decide", "evaluate", "read", "audit", "operate", "manage-keys"] : tasks[role]

export const mayDo = (role: Role, task: Task): boolean => tasks[role].includes(task)
