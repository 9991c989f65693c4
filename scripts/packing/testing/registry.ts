// A registry on loopback that has the packed packages, as npm's would have them once published.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { readManifest } from "../../repository.ts"
import type { Packed } from "../pack.ts"

export interface Registry {
  readonly address: string
  close(): Promise<void>
}

export async function startRegistry(packed: readonly Packed[]): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "")
    const tarball = packed.find(({ name }) => path === `/tarballs/${name}.tgz`)
    const named = packed.find(({ name }) => path === `/${name}`)
    if (tarball !== undefined) response.end(readFileSync(tarball.file))
    else if (named !== undefined) response.end(JSON.stringify(describe(named, `http://${request.headers.host}`)))
    else response.writeHead(404).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A registry's answer about a package with one version. */
function describe({ folder, name, file }: Packed, address: string): object {
  const manifest = readManifest(folder)
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  const dist = { tarball: `${address}/tarballs/${name}.tgz`, integrity }
  return { name, "dist-tags": { latest: manifest.version }, versions: { [manifest.version]: { ...manifest, dist } } }
}
