// What each role may do.

export const roles = ["decide", "operate", "audit"] as const

/** "decide" gets arms and sends rewards, "audit" reads, "operate" also changes experiments. */
export type Role = (typeof roles)[number]

export type Task = "decide" | "read" | "audit" | "operate"

const tasks: Readonly<Record<Role, readonly Task[]>> = {
  decide: ["decide", "read"],
  audit: ["read", "audit"],
  operate: ["read", "audit", "operate"],
}

export const listTasks = (role: Role | "local"): readonly Task[] =>
  role === "local" ? ["decide", "read", "audit", "operate"] : tasks[role]

export const mayDo = (role: Role, task: Task): boolean => tasks[role].includes(task)
