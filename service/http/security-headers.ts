// What an answer tells a browser to keep it safe. An answer of data is never a page: it may load nothing, be in no frame, be taken for no
// other type, and be read by no page of another origin. What only concerns documents is sent with pages alone.

import type { App } from "./app.ts"

/** Of every answer. */
const allHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  // A year. Browsers heed it over TLS only, be it ours or that of a proxy in front.
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
}

const pageHeaders: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
}

export function addSecurityHeaders(app: App): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(allHeaders)
    if (request.route.isPage === true) void reply.headers(pageHeaders)
    done()
  })
}
