// The page that a browser shows after a refused sign-in. It loads no other files.

import { createHash } from "node:crypto"
import type { ServiceError } from "../service-error.ts"
import { firstPage, signInPath } from "./sign-in.ts"

const titles: Readonly<Record<string, string>> = {
  no_role: "You have no role here",
  sign_in_denied: "You were not signed in",
  provider_unavailable: "The provider does not answer",
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const safe = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] as string)

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 12vh 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
a { color: light-dark(#2456c4, #9db8ff) }
code { font-size: .875rem }`

export const refusalPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function renderRefusal({ code, message, status }: ServiceError): string {
  const text = status === 500 ? "the service failed; its log says why" : message
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(titles[code] ?? "Sign-in failed")} · Armistice</title>
<style>${style}</style>
<main>
<h1>${safe(titles[code] ?? "Sign-in failed")}</h1>
<p>${safe(text.charAt(0).toUpperCase() + text.slice(1))}.</p>
<p><a href="${signInPath}">Sign in again</a> or <a href="${firstPage}">go back to the experiments</a>.</p>
<p><code>${safe(code)}</code></p>
</main>
</html>
`
}
