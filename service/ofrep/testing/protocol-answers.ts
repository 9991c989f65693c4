// Which answers OpenFeature's remote evaluation protocol allows (OFREP 0.3.0): statuses, bodies and
// headers, written by hand from its document.

import { type TSchema, Type } from "typebox"
import Value from "typebox/value"

const describeChoices = (values: readonly string[]) => Type.Unsafe<string>({ enum: values })

const metadata = Type.Record(
  Type.String(),
  Type.Unsafe<boolean | string | number>({ type: ["boolean", "string", "number"] }),
)

const success = Type.Object({
  key: Type.String(),
  reason: describeChoices(["STATIC", "TARGETING_MATCH", "SPLIT", "DISABLED", "UNKNOWN"]),
  variant: Type.Optional(Type.String()),
  // Left out: the application has its own value.
  value: Type.Optional(Type.Unsafe({ type: ["boolean", "string", "number", "object"] })),
  metadata: Type.Optional(metadata),
})

const describeFailures = (codes: readonly string[]) =>
  Type.Object({
    key: Type.String(),
    errorCode: describeChoices(codes),
    errorDetails: Type.Optional(Type.String()),
    metadata: Type.Optional(metadata),
  })

const failure = describeFailures(["PARSE_ERROR", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "GENERAL"])

/** The protocol says nothing about these bodies; ours are like those of 400. */
const refusal = Type.Object({ errorCode: Type.String(), errorDetails: Type.String() })

const single: Readonly<Record<number, TSchema>> = {
  200: success,
  400: failure,
  401: refusal,
  403: refusal,
  404: describeFailures(["FLAG_NOT_FOUND"]),
  429: refusal,
  500: refusal,
  503: refusal,
}

const bulk: Readonly<Record<number, TSchema>> = {
  200: Type.Object({
    // An item is a success or a failure, never both.
    flags: Type.Array(Type.Unsafe({ oneOf: [success, failure] })),
    metadata: Type.Optional(metadata),
  }),
  400: Type.Object({ errorCode: Type.String(), errorDetails: Type.Optional(Type.String()) }),
  401: refusal,
  403: refusal,
  429: refusal,
  500: refusal,
  503: refusal,
}

export interface ProtocolAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const addresses = /^\/ofrep\/v1\/evaluate\/flags(\/.*)?$/

/** The violations of the protocol by an answer to this address. */
export function findViolations(url: string, { status, headers, text }: ProtocolAnswer): string[] {
  const address = addresses.exec(url)
  if (address === null) return []
  const isBulk = address[1] === undefined
  if (isBulk && status === 304)
    return [...(text === "" ? [] : ["304 has a body"]), ...missing(headers, "etag", /^(W\/)?"[^"]*"$/)]
  const schema = (isBulk ? bulk : single)[status]
  if (schema === undefined) return [`the protocol has no ${status}`]
  return [
    ...missing(headers, "content-type", /^application\/json(;|$)/),
    ...(isBulk && status === 200 ? missing(headers, "etag", /^(W\/)?"[^"]*"$/) : []),
    ...(status === 429 ? missing(headers, "retry-after", /^\d+$/) : []),
    ...findErrors(schema, text),
  ]
}

const missing = (headers: ProtocolAnswer["headers"], name: string, pattern: RegExp): string[] =>
  pattern.test(String(headers[name] ?? "")) ? [] : [`the header ${name} is ${String(headers[name])}`]

function findErrors(schema: TSchema, text: string): string[] {
  try {
    return [...Value.Errors(schema, JSON.parse(text))].map(({ instancePath, message }) => `${instancePath} ${message}`)
  } catch {
    return ["the body is no JSON"]
  }
}
