// Messages of `armistice rpc`: JSON-RPC 2.0, one message a line.

export type RpcId = number | string

export interface RpcRequest {
  readonly id: RpcId
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Commands that a request may name. */
export const rpcMethods = ["simulate", "compare", "frontier", "audit", "plan", "privacy"] as const

export interface RpcError {
  readonly code: number
  readonly message: string
}

/** Codes of JSON-RPC, and of the Language Server Protocol for a cancelled request. */
export const rpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32800,
} as const

export type RpcInput =
  | { readonly kind: "request"; readonly request: RpcRequest }
  | { readonly kind: "cancel"; readonly id: RpcId }
  | { readonly kind: "invalid"; readonly id: RpcId | null; readonly error: RpcError }

export function parseMessage(line: string): RpcInput {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return { kind: "invalid", id: null, error: { code: rpcErrorCodes.parseError, message: "a line must be JSON" } }
  }
  const { id, method, params = {} } = (isObject(message) ? message : {}) as Partial<RpcRequest>
  const refuse = (sentence: string): RpcInput => ({
    kind: "invalid",
    id: isId(id) ? id : null,
    error: { code: rpcErrorCodes.invalidRequest, message: sentence },
  })
  if (typeof method !== "string" || !isObject(params))
    return refuse("a message must be an object with a method, and with params that are an object")
  if (method === "cancel")
    return isId(params.id)
      ? { kind: "cancel", id: params.id }
      : refuse("cancel must have the id of a request in its params")
  if (!isId(id)) return refuse("a request must have an id that is text or a number")
  return { kind: "request", request: { id, method, params } }
}

const isId = (value: unknown): value is RpcId => typeof value === "string" || typeof value === "number"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
