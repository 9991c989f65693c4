// Certificates for one test, made with openssl: an authority, and a server it vouches for.

import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

export const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" })

/** `name`: of the files; `host`: as in a certificate, such as IP:127.0.0.1 or DNS:db.example. */
export function makeCertificates(folder: string, name: string, host: string) {
  const file = (what: string) => join(folder, `${name}-${what}`)
  const [authority, authorityKey, cert, key] = [file("ca.pem"), file("ca.key"), file("cert.pem"), file("key.pem")]
  const newKey = ["-newkey", "rsa:2048", "-nodes"]
  openssl("req", "-x509", ...newKey, "-subj", `/CN=${name}`, "-days", "1", "-keyout", authorityKey, "-out", authority)
  openssl("req", ...newKey, "-subj", "/CN=server", "-keyout", key, "-out", file("csr.pem"))
  writeFileSync(file("extensions"), `subjectAltName=${host}\n`)
  const signed = ["-CA", authority, "-CAkey", authorityKey, "-CAcreateserial", "-extfile", file("extensions")]
  openssl("x509", "-req", "-in", file("csr.pem"), "-days", "1", ...signed, "-out", cert)
  return { authority, cert, key }
}
