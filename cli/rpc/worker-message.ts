// The messages between the thread that reads requests and the one that runs them. In a file of its
// own, so that the reader does not depend on the commands.

import type { RpcError, RpcRequest } from "./rpc-message.ts"

export type ToWorker = { readonly kind: "run"; readonly request: RpcRequest } | { readonly kind: "cancel" }

export type FromWorker =
  | { readonly kind: "progress"; readonly share: number; readonly note: string }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly error: RpcError }
