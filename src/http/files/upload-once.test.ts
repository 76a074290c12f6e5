import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { StoreError } from '../../jobs/store-error.ts'
import type { Store } from '../../store/open-store.ts'
import { uploadOnce } from './upload-once.ts'

test('an upload that fails with the database releases its key once the database is back', async () => {
  const down = new StoreError('unavailable', 'the database does not answer')
  const released = Promise.withResolvers<void>()
  let attempts = 0
  const idempotency = {
    begin: async () => true,
    abandon: async () => {
      if (++attempts === 1) throw down
      released.resolve()
    },
  }
  const request = {
    account: 1,
    headers: { 'idempotency-key': 'key' },
    routeOptions: { url: '/v2/upload' },
  } as unknown as FastifyRequest
  const incoming = {
    receive: async () => {
      throw down
    },
    skip: async () => {},
    fingerprint: () => '',
  }
  const { signal: drain } = new AbortController()
  const parts = {
    store: { idempotency } as unknown as Store,
    node: 'node',
    log: pino({ level: 'silent' }),
    drain,
  }
  await assert.rejects(
    uploadOnce(request, {} as FastifyReply, parts, incoming, () => null),
    down,
  )
  await released.promise
  assert.equal(attempts, 2)
})
