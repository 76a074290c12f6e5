/** Nodes of one database wake each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { postgres } from '../src/store/databases/postgres.ts'

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
        // An empty message says that it listens, and may have missed some.
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
    assert.deepEqual(received, ['first', 'second', 'last'], 'what is notified meanwhile is sent together')
  })
})
