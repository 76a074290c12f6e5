/** One service per PostgreSQL database, also when the connection that holds the lock breaks. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { Client as ApiClient } from './support/client.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { throwawayPostgres } from './support/throwaway-postgres.ts'

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))
const skip = 'missing' in postgres && postgres.missing

const IN_DATABASE = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
const END_HOLDER = `select pg_terminate_backend(pid) from pg_locks where granted and ${IN_DATABASE}`

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

test(
  'a lost lock is taken again, and a service that loses it to another process exits',
  { skip },
  async (t) => {
    const { url } = postgres as { url: string }
    const service = await ServiceProcess.start(t, temporaryFolder(), { DATABASE_URL: url })
    const operator = await connected(url)
    t.after(async () => operator.end())

    const regained = service.logged(({ msg }) => msg === 'database lock regained')
    await operator.query(END_HOLDER)
    await regained
    const client = await ApiClient.of(service)
    assert.equal((await client.get('/health')).status, 200)

    const other = await connected(url)
    t.after(async () => other.end())
    const { rows } = await operator.query<{ key: number }>(
      `select objid::bigint::integer as key from pg_locks where granted and ${IN_DATABASE}`,
    )
    // Waits in the queue of the lock, so that it has it as soon as the service loses it.
    const taken = other.query('select pg_advisory_lock($1)', [rows[0]?.key])
    for (let waiting = 0; waiting === 0;) {
      const { rowCount } = await operator.query(`select from pg_locks where not granted and ${IN_DATABASE}`)
      waiting = rowCount ?? 0
    }
    await operator.query(END_HOLDER)
    await taken
    assert.equal(await service.exited(), 1)
    const messages = service.log.map(({ msg }) => msg)
    assert.ok(messages.includes('taken over by another process; shutting down'))
    assert.equal(messages.at(-1), 'stopped')
  },
)
