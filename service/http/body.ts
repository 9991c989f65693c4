// Reading bodies: valid UTF-8, JSON, no tricks with prototypes; an empty one is none. What cannot be read is refused without quoting it.

import { isUtf8 } from "node:buffer"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

/** Gives what the bytes of a body say, or throws the refusal. */
export type ReadBody = (bytes: Buffer) => unknown

export function addBodyParser(app: App): ReadBody {
  const parse = app.getDefaultJsonParser("error", "error")
  const read: ReadBody = (bytes) => {
    if (bytes.length === 0) return undefined
    if (!isUtf8(bytes)) throw new ServiceError("invalid_encoding", "the body must be UTF-8")
    let [isRead, found]: [boolean, unknown] = [false, undefined]
    // The framework's own, which looks at nothing of the request and answers at once.
    void parse(null as never, bytes.toString(), (error, value) => {
      isRead = error === null
      found = value
    })
    if (!isRead) throw new ServiceError("invalid_json", "the body must be JSON")
    return found
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    let value: unknown
    try {
      value = read(body as Buffer)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, value)
  })
  return read
}
