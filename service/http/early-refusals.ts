// What is refused before there is a request to route: bytes that are not HTTP, and expectations nobody can meet. Problem documents too.

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

/** Whether an earlier request of this line has come in whole: a refusal now would be taken for its answer. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null }
  return answer !== undefined && answer !== null && (answer.headersSent || answer.req.complete)
}

function connectionError(code: string | undefined): ServiceError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ServiceError("request_timeout", "a request must come in within a minute, got a part of it")
  if (code === "HPE_HEADER_OVERFLOW")
    return new ServiceError("headers_too_large", "the headers must be at most 16 KiB, got more")
  return new ServiceError("invalid_request", "the request is not HTTP that can be read")
}

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const problem = toProblem(new ServiceError("expectation_failed", "the header Expect must be 100-continue"))
  response.writeHead(problem.status, { "content-type": "application/problem+json" }).end(JSON.stringify(problem))
}
