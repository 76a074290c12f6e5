import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import type { JobStatus } from '../../contract/common.ts'
import type { JobProgress } from '../../contract/progress.ts'
import { sqlite } from '../../store/databases/sqlite.ts'
import { openTestStore } from '../../store/testing/open-test-store.ts'
import { claimNext } from '../../../test/support/claim-work.ts'
import { temporaryFolder } from '../../../test/support/scriptorium.ts'
import { EventStreams } from './event-streams.ts'

const QUEUED: JobProgress = {
  ...{ status: 'queued', stage: null, fraction: 0, queue_position: 0 },
  ...{ waiting_for: 'turn', eta_seconds: null },
}

test('a job that was queued again is still followed after a stream of its first run closes', async (t) => {
  const store = await openTestStore(sqlite(join(temporaryFolder(), 'db.sqlite')))
  t.after(async () => store.close())
  const account = await store.accounts.ensure('default')
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
  const { id } = await store.jobs.create(account, job)
  const fail = async () =>
    store.work.finish((await claimNext(store.work)) ?? assert.fail(), {
      ...{ status: 'error', code: 500, message: 'lost' },
    })
  const draining = new AbortController()
  t.after(() => draining.abort())
  const streams = new EventStreams({
    store,
    work: null,
    log: pino({ level: 'silent' }),
    drain: draining.signal,
  })
  const open = async () => {
    const newest = await store.jobs.newestChange(account)
    const stream = streams.open({
      ...{ account, newest, place: newest },
      job: { id, progress: QUEUED },
      isAllowed: async () => true,
    })
    t.after(() => stream.destroy())
    let text = ''
    stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
    return {
      stream,
      progress: async (status: JobStatus) => {
        while (!text.includes(`event: progress\ndata: {"status":"${status}"`)) await once(stream, 'data')
      },
    }
  }
  const first = await open()
  await fail()
  await first.progress('error')
  await store.failedJobs.requeue(account, id, null)
  const second = await open()
  await second.progress('queued')
  first.stream.destroy()
  await once(first.stream, 'close')
  await fail()
  await second.progress('error')
})
