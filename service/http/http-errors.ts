// Errors as callers see them: problem documents (RFC 9457) with a stable code.

import { ServiceError } from "../service-error.ts"
import { describeValidation, type Finding } from "./describe-validation.ts"

export interface ProblemDocument {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly [extension: string]: unknown
}

export function toProblem(error: ServiceError): ProblemDocument {
  const { status } = error
  // The message of an internal error may hold private values.
  const detail = status === 500 ? "the service failed; its log says why" : error.message
  return {
    type: `urn:armistice:error:${error.code}`,
    title: error.code.replaceAll("_", " "),
    status,
    code: error.code,
    detail,
    ...error.details,
  }
}

/** The response to a refused request. */
export function toResponse(error: ServiceError): { status: number; headers: Record<string, string>; text: string } {
  const problem = toProblem(error)
  const { status } = problem
  const headers = {
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 503 ? { "retry-after": "1" } : {}),
    "content-type": "application/problem+json; charset=utf-8",
  }
  return { status, headers, text: JSON.stringify(problem) }
}

/** Replaces the framework's texts, which may quote the body. `namesFields`: fields are named. */
export function toServiceError(error: unknown, namesFields = false): ServiceError {
  if (error instanceof ServiceError) return error
  const { code = "", statusCode = 500, validation, validationContext } = (error ?? {}) as FrameworkError
  if (validation !== undefined)
    return new ServiceError("invalid_request", describeValidation(validation, validationContext, namesFields))
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413)
    return new ServiceError("body_too_large", "the body is larger than the size limit")
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415)
    return new ServiceError("unsupported_media_type", "the content type must be application/json")
  if (code.startsWith("FST_ERR_CTP") || error instanceof SyntaxError)
    return new ServiceError("invalid_json", "the body must be JSON")
  if (statusCode === 429) return new ServiceError("rate_limited", "too many requests")
  if (statusCode >= 400 && statusCode < 500)
    return new ServiceError("invalid_request", "the request does not match what /openapi.json describes")
  return new ServiceError("internal", "internal error")
}

interface FrameworkError {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly Finding[]
  readonly validationContext?: string
}
