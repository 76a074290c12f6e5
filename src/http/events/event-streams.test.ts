import { once } from 'node:events'
import { test } from 'node:test'
import { pino } from 'pino'
import type { ChangeCursor } from '../../contract/change-cursor.ts'
import type { JobStatus } from '../../contract/common.ts'
import type { JobProgress } from '../../contract/progress.ts'
import type { Store } from '../../store/open-store.ts'
import { EventStreams } from './event-streams.ts'

const CURSOR: ChangeCursor = { history: '0123456789ab', change: 0, ordinal: 0, firstUntil: null }
const QUEUED: JobProgress = {
  ...{ status: 'queued', stage: null, fraction: 0, queue_position: 0 },
  ...{ waiting_for: 'turn', eta_seconds: null },
}

test('a job that was queued again is still followed after a stream of its first run closes', async (t) => {
  let status: JobStatus = 'error'
  let change = 0
  const store = {
    accounts: { jobChanges: async () => new Map([[1, change]]) },
    jobs: {
      state: async () => ({ kind: 'pre-recorded', status }),
      changedIds: async () => ({ jobs: [], next: { ...CURSOR, change }, more: false }),
    },
    queue: { progress: async () => null, position: async () => 0 },
    nodes: { isAnyWorking: async () => true },
  } as unknown as Store
  const { signal: drain } = new AbortController()
  const streams = new EventStreams({ store, work: null, log: pino({ level: 'silent' }), drain })
  const open = () => {
    const job = { id: 'job', progress: QUEUED }
    const stream = streams.open({
      account: 1,
      newest: CURSOR,
      place: CURSOR,
      job,
      isAllowed: async () => true,
    })
    t.after(() => stream.destroy())
    let text = ''
    stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
    return {
      stream,
      until: async (part: string) => {
        while (!text.includes(part)) await once(stream, 'data')
      },
    }
  }
  const first = open()
  await first.until('"status":"error"')
  status = 'queued'
  const second = open()
  await second.until('"status":"queued"')
  first.stream.destroy()
  await once(first.stream, 'close')
  status = 'done'
  change += 1
  await second.until('"status":"done"')
})
