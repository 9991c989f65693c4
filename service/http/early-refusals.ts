// Refuses requests that never reach a route: bytes that are not HTTP, and unknown expectations.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { ServiceError } from "../service-error.ts"
import { toProblem } from "./http-errors.ts"

export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return
  if (socket.writable && !isAnswering(socket)) {
    const problem = toProblem(connectionError(error.code))
    const body = JSON.stringify(problem)
    socket.write(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/problem+json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

/** While a request is being answered, the client would mistake a refusal for that answer. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null }
  return answer !== undefined && answer !== null && (answer.headersSent || answer.req.complete)
}

function connectionError(code: string | undefined): ServiceError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ServiceError("request_timeout", "the request did not arrive within a minute")
  if (code === "HPE_HEADER_OVERFLOW") return new ServiceError("headers_too_large", "the headers are larger than 16 KiB")
  return new ServiceError("invalid_request", "the request is not valid HTTP")
}

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const problem = toProblem(new ServiceError("expectation_failed", "the header Expect must be 100-continue"))
  response.writeHead(problem.status, { "content-type": "application/problem+json" }).end(JSON.stringify(problem))
}
