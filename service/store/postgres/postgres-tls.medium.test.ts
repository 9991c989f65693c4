// TLS to the database: verify-full takes a server that the given authority vouches for under its
// own name, and no other.

import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { Service } from "../../service.ts"
import { hasOpenssl, makeCertificates } from "../../testing/certificates.ts"
import { startPostgres } from "../../testing/postgres-server.ts"
import { demo, temporaryFolder, testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

async function secureServer(folder: string, name: string, host: string) {
  const { authority, cert, key } = makeCertificates(folder, name, host)
  const server = await startPostgres({}, { tls: { cert, key } })
  onTestFinished(() => server.remove())
  return { authority, url: server.url }
}

test.skipIf(!hasOpenssl)("a replica serves over TLS with the right authority, and refuses any other", async () => {
  const folder = temporaryFolder()
  const { authority, url } = await secureServer(folder, "right", "IP:127.0.0.1")
  const other = makeCertificates(folder, "wrong", "IP:127.0.0.1")
  const at = (file: string) => `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`
  const store = await openPostgresStore(at(authority))
  const replica = await Service.start({ store, subjectKey: testSubjectKey })
  const { id } = (await replica.createExperiment(demo)).live.experiment
  expect((await replica.decide(id, {}, "local")).isNew).toBe(true)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT bool_and(s.ssl) AS all_ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)
     WHERE a.backend_type = 'client backend' AND a.pid <> pg_backend_pid()`,
  )
  expect(rows[0].all_ssl).toBe(true)
  await client.end()
  await replica.close()
  await expect(openPostgresStore(at(other.authority))).rejects.toThrow(/cannot be reached: .*certificate/)
  // Without an authority of ours the machine's own do not know it either.
  await expect(openPostgresStore(`${url}?sslmode=verify-full`)).rejects.toThrow(/cannot be reached: .*certificate/)
})

test.skipIf(!hasOpenssl)("a server with a certificate for another name is refused", async () => {
  const { authority, url } = await secureServer(temporaryFolder(), "elsewhere", "DNS:db.example")
  const asked = openPostgresStore(`${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`)
  await expect(asked).rejects.toThrow(/cannot be reached: .*(IP|altnames)/)
})
