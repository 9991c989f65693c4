// Over TLS the name in the address must be the one that the certificate is for, whatever address it
// means.

import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { hasOpenssl, makeCertificates } from "../testing/certificates.ts"
import { temporaryFolder } from "../testing/test-service.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const program = join(root, "service/testing/send-process.ts")

test.skipIf(!hasOpenssl)(
  "a certificate for the name is accepted; for another, or by a stranger, it is not",
  async () => {
    const { authority, cert, key } = makeCertificates(temporaryFolder(), "hooks", "DNS:hooks.example")
    const names: unknown[] = []
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
      names.push([request.headers.host, (request.socket as unknown as { servername: string }).servername])
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => {
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const send = async (host: string, trusted: Record<string, string>) => {
      const args = ["--import=tsx", program, `https://${host}:${port}/`, "127.0.0.1"]
      const env = { ...process.env, ...trusted }
      return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout) as object
    }
    const trusted = { NODE_EXTRA_CA_CERTS: authority }
    expect(await send("hooks.example", trusted)).toEqual({ status: 204, problem: null })
    expect(names).toEqual([[`hooks.example:${port}`, "hooks.example"]])
    const wrong = { status: null, problem: "could not be sent: ERR_TLS_CERT_ALTNAME_INVALID" }
    expect(await send("other.example", trusted)).toEqual(wrong)
    expect(await send("127.0.0.1", trusted)).toEqual(wrong)
    expect(await send("hooks.example", {})).toMatchObject({
      status: null,
      problem: expect.stringMatching(/could not be sent/),
    })
    expect(names).toHaveLength(1)
  },
)
