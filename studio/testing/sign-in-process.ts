// A service where people sign in, with a real OpenID Connect provider in a process beside it.

import { type ChildProcess, spawn } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { type ServiceProcess, startServiceProcess } from "./service-process.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** `ada` may operate, `amy` audit, `root` administer, and `stranger` nothing. */
export async function startSignInService(store: string, more: readonly string[] = []): Promise<ServiceProcess> {
  const port = await findFreePort()
  const provider = await startProvider(`http://127.0.0.1:${port}/sign-in/callback`)
  const folder = dirname(store)
  const [idFile, secretFile] = [join(folder, "client-id"), join(folder, "client-secret")]
  writeFileSync(idFile, "armistice\n")
  writeFileSync(secretFile, "client-secret-0123456789abcdef\n")
  const roles = ["admin=platform", "operate=experimenters", "audit=analysts"].flatMap((role) => ["--oidc-role", role])
  const files = ["--oidc-client-id-file", idFile, "--oidc-client-secret-file", secretFile]
  const service = await startServiceProcess(store, port, [
    "--oidc-issuer",
    provider.issuer,
    ...files,
    ...roles,
    ...more,
  ])
  return {
    ...service,
    stop: async () => {
      await service.stop()
      await provider.stop()
    },
  }
}

async function startProvider(callback: string): Promise<{ issuer: string; stop: () => Promise<void> }> {
  // Beside its packages, which are not in the one file.
  const outfile = join(root, "node_modules", `.provider-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, "service/sign-in/testing/provider-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  })
  const child = spawn(process.execPath, [outfile, callback], { stdio: ["ignore", "pipe", "ignore"] })
  const issuer = await readLine(child)
  rmSync(outfile)
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      }),
  }
}

const readLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.once("data", (line: Buffer) => resolve(String(line).trim()))
    child.once("exit", (code) => reject(new Error(`the provider ended with exit code ${code}`)))
  })

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
