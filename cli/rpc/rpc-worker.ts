// The thread that runs the requests of `armistice rpc`, one after the other. It is apart from the
// thread that reads them, so that a request can be cancelled while it computes.

import { parentPort } from "node:worker_threads"
import { refusals } from "../usage-error.ts"
import { type RpcError, type RpcRequest, rpcErrorCodes } from "./rpc-message.ts"
import { runMethod } from "./rpc-methods.ts"
import type { FromWorker, ToWorker } from "./worker-message.ts"

const betweenNotesMs = 100

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
const send = (message: FromWorker): void => port.postMessage(message)
let controller = new AbortController()

port.on("message", (message: ToWorker) => {
  if (message.kind === "cancel") controller.abort(new Error("the request was cancelled"))
  else void answer(message.request)
})

async function answer(request: RpcRequest): Promise<void> {
  controller = new AbortController()
  const { signal } = controller
  try {
    const result = await runMethod(request, {
      startProgress: () => createReporter(),
      listenForInterrupt: () => ({ signal, dispose() {} }),
    })
    send({ kind: "result", result })
  } catch (error) {
    send({ kind: "error", error: describeError(error) })
  }
}

function createReporter() {
  let last = performance.now()
  return {
    update(share: number, note: string) {
      const now = performance.now()
      if (now - last < betweenNotesMs) return
      last = now
      send({ kind: "progress", share, note })
    },
    say() {},
    clear() {},
  }
}

function describeError(error: unknown): RpcError {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { code: refusals.has(name) ? rpcErrorCodes.invalidParams : rpcErrorCodes.internalError, message }
}
