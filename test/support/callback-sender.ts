/** A program that sends the due deliveries of a store until it is killed. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { CallbackDispatcher } from '../../src/callbacks/dispatcher.ts'
import { readConfig } from '../../src/service/config.ts'
import { createGuardedSend } from '../../src/platform/net/guarded-send.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { dialectOf, type StorePlace } from './store-place.ts'

const store = await openTestStore(dialectOf(JSON.parse(process.argv[2] ?? '') as StorePlace))
new CallbackDispatcher({
  store: store.deliveries,
  node: randomUUID(),
  send: createGuardedSend({ allowPrivate: true }),
  ...readConfig({}).callbacks,
  concurrency: { total: 20, perEndpoint: 8 },
  timeoutMs: 5_000,
  pollMs: 100,
  leaseMs: 2_000, // a busy machine may hold it up for a second
  log: pino({ level: 'error' }),
}).wake()
// The dispatcher's timers do not keep the process alive.
setInterval(() => {}, 60_000)
