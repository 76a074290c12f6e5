import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { deletionOf } from '../../test/support/deletion-of.ts'
import { NO_FILTER } from '../../test/support/no-filter.ts'
import { openFresh } from '../../test/support/fresh-store.ts'
import { requestParams } from '../../test/support/request-params.ts'
import { retranscriptionRequest } from '../contract/retranscription.ts'
import { isDiskFull } from '../jobs/store-error.ts'
import type { Store } from '../store/open-store.ts'
import { DiskReserve, withReserve } from './disk-reserve.ts'

/** Long enough to need pages of its own wherever it is stored. */
const LONG = { kind: 'operator', id: null, name: 'x'.repeat(100_000) } as const

const RETRANSCRIPTION = {
  kind: 'retranscribe',
  options: retranscriptionRequest.parse({}),
  filter: NO_FILTER,
  requestedBy: LONG,
} as const

/** A store with a reserve, whose database `fill` prevents from growing. */
async function open(t: TestContext) {
  const { store, dialect, place, account, close } = await openFresh(async () => ({
    url: null,
    drop: async () => {},
  }))
  writeFileSync(join(place.dataDir, 'reserve'), '')
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
  const reserve = new DiskReserve(place.dataDir, log)
  t.after(async () => {
    await reserve.close()
    await close()
  })
  const other = await store.accounts.ensure('other')
  return {
    ...{ account, other, warnings, store: withReserve(store, reserve) },
    fill: async () => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(dialect.db)
      await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(dialect.db)
    },
  }
}

/** Adds a file that is done. */
async function addDone({ uploads, files, jobs, work }: Store, account: number): Promise<void> {
  const fileId = crypto.randomUUID()
  await uploads.begin(fileId, 'a node')
  const audio = { filename: 'a.wav', extension: 'wav', source: null, size: 9, duration: 5, channels: 1 }
  await files.add(account, { id: fileId, ...audio })
  const job = { customMetadata: null, requestParams: requestParams('pre-recorded'), fileId }
  const { id } = await jobs.create(account, { kind: 'pre-recorded', ...job })
  const metadata = {
    ...{ audio_duration: 5, number_of_distinct_channels: 1, billing_time: 5 },
    ...{ transcription_time: 1, unrecognised_speech: [] },
  }
  const transcription = { languages: [], utterances: [], full_transcript: '' }
  await work.finish(id, { status: 'done', result: { metadata, transcription } })
}

test('retranscriptions do not use the reserve, and do not hold up deletions', async (t) => {
  const { store, account, other, warnings, fill } = await open(t)
  const { bulkRequests } = store
  await addDone(store, account)
  await addDone(store, other)
  const again = await bulkRequests.begin(account, RETRANSCRIPTION)
  const deletion = await bulkRequests.begin(other, deletionOf(NO_FILTER))
  await fill()
  while (await bulkRequests.advance(10));
  assert.equal((await bulkRequests.get(other, 'delete', deletion.id))?.status, 'done')
  assert.equal((await bulkRequests.get(account, 'retranscribe', again.id))?.status, 'running')
  assert.deepEqual(warnings, [])
})

test('the reserve is used to begin a bulk request that deletes, but no other one', async (t) => {
  const { store, account, warnings, fill } = await open(t)
  const { bulkRequests } = store
  await fill()
  await assert.rejects(bulkRequests.begin(account, RETRANSCRIPTION), isDiskFull)
  assert.deepEqual(warnings, [])
  await assert.rejects(
    bulkRequests.begin(account, { ...deletionOf(NO_FILTER), requestedBy: LONG }),
    isDiskFull,
  )
  assert.match(warnings.join(), /deletions now use the space reserved for them/)
})
