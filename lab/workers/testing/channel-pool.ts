// Workers at the other end of a message channel: everything they get and give is copied, as between
// threads.

import { MessageChannel } from "node:worker_threads"
import { createAttackTask } from "../../audit/attack-task.ts"
import { loadModule } from "../../custom/load-module.ts"
import { loadEnvironment } from "../../environments/load-environment.ts"
import { serveTasks } from "../serve-tasks.ts"
import { WorkerPool } from "../worker-pool.ts"
import { createTasks } from "../worker-tasks.ts"

/** `counts` says how many were started and ended. */
export function channelPool(counts = { started: 0, ended: 0 }): WorkerPool {
  return new WorkerPool(3, (receive) => {
    counts.started++
    const { port1: here, port2: there } = new MessageChannel()
    there.on(
      "message",
      serveTasks(
        { ...createTasks({ algorithm: loadModule, environment: loadEnvironment }), attack: createAttackTask() },
        (message) => there.postMessage(message),
      ),
    )
    here.on("message", receive)
    const close = () => {
      counts.ended++
      here.close()
    }
    return {
      send: (message) => here.postMessage(message),
      close,
      hold: (isHeld) => (isHeld ? here.ref() : here.unref()),
    }
  })
}
