// Bodies must be valid UTF-8 and JSON without prototype keys; an empty body counts as none.
// Refusals never quote the body.

import { isUtf8 } from "node:buffer"
import { ServiceError } from "../service-error.ts"
import type { App } from "./app.ts"

export function addBodyParser(app: App): void {
  const parse = app.getDefaultJsonParser("error", "error")
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new ServiceError("invalid_encoding", "the body must be UTF-8"))
    else
      void parse(request, body.toString(), (error, value) =>
        done(error === null ? null : new ServiceError("invalid_json", "the body must be JSON"), value),
      )
  })
}
