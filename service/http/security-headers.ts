// Security headers. Data may load nothing, be in no frame, have no other type and be read by no
// other origin; headers about documents are sent with pages only.

import type { App } from "./app.ts"

const allHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  // One year; browsers obey it over TLS only, ours or a proxy's.
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
