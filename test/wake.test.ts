/** Nodes of one database wake each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientBase } from 'pg'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { query } from './support/throwaway-postgres.ts'
import { until } from './support/until.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { postgres } from '../src/store/databases/postgres.ts'
import { PostgresWake } from '../src/store/databases/postgres-wake.ts'
import { Servers } from '../src/store/databases/servers.ts'

const FAULTS: readonly [what: string, prepare: (client: ClientBase) => Promise<unknown>][] = [
  ['was replaced', async () => Promise.reject(new Error('replaced'))],
  // As a standby does; here, because a transaction has failed.
  ['refuses to listen', async (client) => client.query('begin; select 1 / 0').catch(() => {})],
]

onEachStore('a message', (fresh) => {
  test('reaches every node once, and its own at once', async (t) => {
    const database = await fresh()
    const { store, close } = await openFresh(async () => database)
    t.after(close)
    const own: string[] = []
    store.wake.listen('cancelled', (about) => about !== '' && own.push(about))
    const { promise: isListening, resolve: onListening } = Promise.withResolvers<void>()
    const { promise: isLast, resolve: onLast } = Promise.withResolvers<void>()
    const received: string[] = []
    if (database.url !== null) {
      const other = await openTestStore(postgres(database.url))
      t.after(async () => other.close())
      other.wake.listen('cancelled', (about) => {
        // An empty message means: listening, and some may have been missed.
        if (about === '') onListening()
        else received.push(about)
        if (about === 'last') onLast()
      })
      await isListening
    }
    for (const about of ['first', 'second', 'second', 'last']) store.wake.notify('cancelled', about)
    assert.deepEqual(own, ['first', 'second', 'second', 'last'])
    if (database.url === null) return
    await isLast
    assert.deepEqual(received, ['first', 'second', 'last'], 'notifications in the meantime are sent together')
  })
  for (const [what, prepare] of FAULTS)
    test(`leaves no connection open to a server that ${what}`, async (t) => {
      const { url, drop } = await fresh()
      if (url === null) return t.skip('only PostgreSQL has servers')
      class FaultyAtFirst extends Servers {
        #checks = 0
        override async check(client: ClientBase): Promise<void> {
          if (this.#checks++ === 0) await prepare(client)
        }
      }
      const servers = new FaultyAtFirst(url)
      const wake = new PostgresWake({ servers, connect: async () => assert.fail(), onSilence: () => {} })
      t.after(async () => {
        await wake.close()
        await drop()
      })
      const { promise: isListening, resolve } = Promise.withResolvers<string>()
      wake.listen('work', resolve)
      await isListening
      const listening = `select from pg_stat_activity
        where datname = current_database() and application_name like 'scriptorium listen %'`
      await until(async () => (await query(url, listening)).length === 1)
    })
})
