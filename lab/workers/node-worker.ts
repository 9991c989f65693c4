// The program of a worker thread in Node.

import { parentPort } from "node:worker_threads"
import { createAttackTask } from "../audit/attack-task.ts"
import { loadModule } from "../custom/load-module.ts"
import { loadEnvironment } from "../environments/load-environment.ts"
import { serveTasks } from "./serve-tasks.ts"
import { createTasks } from "./worker-tasks.ts"

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
port.on(
  "message",
  serveTasks(
    { ...createTasks({ algorithm: loadModule, environment: loadEnvironment }), attack: createAttackTask() },
    (message) => port.postMessage(message),
  ),
)
