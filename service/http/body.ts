// Reading bodies: valid UTF-8, JSON, no tricks with prototypes; an empty one is none. What cannot be read is refused without quoting it.

import { isUtf8 } from "node:buffer"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

export function addBodyParser(app: App): void {
  const parse = app.getDefaultJsonParser("error", "error")
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) {
      done(null, undefined)
      return
    }
    if (!isUtf8(body as Buffer)) {
      done(new ServiceError("invalid_encoding", "the body must be UTF-8, got something else"))
      return
    }
    void parse(request, body.toString(), (error, value) => {
      if (error) done(new ServiceError("invalid_json", "the body must be JSON, got something else"))
      else done(null, value)
    })
  })
}
