/** The logs of a session are the same whether its folder or the database keeps them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onEachStore } from '../../test/support/on-each-store.ts'
import { long } from '../../test/support/long.ts'
import { type OpenStore, openFresh } from '../../test/support/fresh-store.ts'
import { temporaryFolder } from '../../test/support/scriptorium.ts'
import { until } from '../../test/support/until.ts'
import { liveParamsOf, liveRequest } from '../contract/live-request.ts'
import { NotOwnerError } from '../jobs/live.ts'
import { DiskAudioFiles } from '../platform/files/disk-audio-files.ts'
import type { LiveLogStore } from '../store/live/live-log-store.ts'
import type { Entry } from './journal.ts'
import { LiveLogs, type SessionLogs } from './session-logs.ts'

const FORMAT = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 } as const
const LEASE_MS = 60_000
/** Small enough that audio moves to files all the time. */
const SEGMENT_BYTES = 10_000

onEachStore('the logs of a session', (fresh) => {
  let opened: OpenStore
  let files: DiskAudioFiles
  /** On SQLite, the folder keeps the logs, so the next node has the same. */
  let folder: string
  let job: string
  let kept: LiveLogStore | null

  before(async () => {
    opened = await openFresh(fresh)
    files = await DiskAudioFiles.open(join(temporaryFolder(), 'files'))
  })
  after(async () => opened.close())

  /** The logs on a new node. */
  async function nextNode(segmentBytes = SEGMENT_BYTES): Promise<{ logs: LiveLogs; node: string }> {
    const { store } = opened
    const node = randomUUID()
    await store.nodes.register(
      { id: node, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    const log = pino({ level: 'silent' })
    kept = store.openLiveLog?.({ node, files, log, segmentBytes }) ?? null
    if (kept !== null) folder = temporaryFolder()
    await mkdir(folder, { recursive: true })
    return { logs: new LiveLogs(folder, kept), node }
  }

  beforeEach(async () => {
    folder = join(temporaryFolder(), 'live')
    const params = liveParamsOf(liveRequest.parse({}))
    const { id } = await opened.store.live.begin(
      opened.account,
      { params, customMetadata: null, key: null },
      randomUUID(),
    )
    job = id
  })

  test('contain what was appended, whichever node opens them', async () => {
    const sent: Buffer[] = []
    const entries: Entry[] = []
    for (let node = 0; node < 4; node++) {
      const { logs } = await nextNode()
      const open = await logs.open(job, FORMAT)
      assert.deepEqual(await contentOf(open), { audio: Buffer.concat(sent), entries })
      const written: Promise<void>[] = []
      for (let i = 0; i < 20; i++) {
        const bytes = Buffer.alloc(100 * i + 1, node * 20 + i)
        sent.push(bytes)
        written.push(open.audio.append(bytes))
        const entry =
          i % 2 ? `{"n":${i},"text":"ü\\u0000"}` : { mark: 'final' as const, utterance: 'a', seconds: i }
        entries.push(entry)
        if (i % 7) open.journal.append(entry)
        else written.push(open.journal.persist(entry))
        // Append some in one batch, and some one by one.
        if (i % 3 === 0) await Promise.all(written)
      }
      await open.journal.written()
      await Promise.all(written)
      await open.close()
    }
  })

  test('can be read in part and as a whole by the next node while more is appended', async () => {
    const sent: Buffer[] = []
    const append = async ({ audio }: SessionLogs, count: number) => {
      for (let i = 0; i < count; i++) {
        const bytes = Buffer.alloc(999, sent.length)
        sent.push(bytes)
        await audio.append(bytes)
      }
    }
    const first = await (await nextNode()).logs.open(job, FORMAT)
    await append(first, 35)
    await first.close()
    const open = await (await nextNode()).logs.open(job, FORMAT)
    assert.equal(open.audio.size, 35 * 999)
    // From the rows, across them and the segments before them, and from the segments.
    for (const position of [34_500, 28_000, 28_001, 11_111, 5]) {
      const [bytes] = await Promise.all([open.audio.read(position, 9_000), append(open, 5)])
      const all = Buffer.concat(sent)
      assert.ok(bytes.length > 0 && bytes.equals(all.subarray(position, position + bytes.length)))
    }
    const file = await readFile(await open.audio.seal())
    assert.ok(file.subarray(-60 * 999).equals(Buffer.concat(sent)))
    await open.close()
  })

  test('end where they were truncated, and continue there', async () => {
    const { logs } = await nextNode()
    const open = await logs.open(job, FORMAT)
    for (const n of [1, 2, 3]) open.journal.append(`{"n":${n}}`)
    await open.journal.written()
    await open.journal.truncate(8)
    open.journal.append('{"n":4}')
    await open.journal.written()
    await open.close()
    const next = await (await nextNode()).logs.open(job, FORMAT)
    assert.deepEqual((await contentOf(next)).entries, ['{"n":1}', '{"n":4}'])
    await next.close()
  })

  test('leave nothing behind when they are removed', async () => {
    const { logs } = await nextNode()
    const open = await logs.open(job, FORMAT)
    for (let i = 0; i < 5; i++) await open.audio.append(Buffer.alloc(SEGMENT_BYTES))
    await open.journal.persist({ mark: 'stopped' })
    await open.close()
    await logs.remove(job)
    assert.deepEqual(await readdir(folder), [])
    const { db } = opened.dialect
    for (const table of ['live_audio', 'live_lines', 'live_segments'] as const)
      assert.deepEqual(await db.selectFrom(table).selectAll().where('job_id', '=', job).execute(), [])
  })

  suite('in the database', () => {
    test('are removed after a crash at the end of the session, and kept while it is open', async (t) => {
      if (opened.store.openLiveLog === null) return t.skip('only PostgreSQL keeps them')
      const { logs, node } = await nextNode()
      const open = await logs.open(job, FORMAT)
      for (let i = 0; i < 5; i++) await open.audio.append(Buffer.alloc(SEGMENT_BYTES))
      await open.journal.persist({ mark: 'stopped' })
      await open.close()
      const { db } = opened.dialect
      const segments = await db.selectFrom('live_segments').select('file').where('job_id', '=', job).execute()
      assert.ok(segments.length > 0)
      await kept?.removeEnded()
      const again = await logs.open(job, FORMAT)
      assert.equal((await contentOf(again)).audio.length, 5 * SEGMENT_BYTES)
      await again.close()
      await opened.store.live.finish(job, node, { status: 'error', code: 500, message: 'x' }, null)
      await kept?.removeEnded()
      for (const { file } of segments) assert.equal(await files.size(file), null)
      assert.deepEqual(await db.selectFrom('live_lines').selectAll().where('job_id', '=', job).execute(), [])
    })

    test('can be opened although old audio is lost, and fail only when that is read', async (t) => {
      if (opened.store.openLiveLog === null) return t.skip('only PostgreSQL keeps them')
      const earlier = await (await nextNode()).logs.open(job, FORMAT)
      for (let i = 0; i < 5; i++) await earlier.audio.append(Buffer.alloc(SEGMENT_BYTES, i))
      await earlier.close()
      const { db } = opened.dialect
      const segments = db.selectFrom('live_segments').select('file').where('job_id', '=', job)
      for (const { file } of await segments.execute()) await files.remove(file)
      await db
        .deleteFrom('live_audio')
        .where('job_id', '=', job)
        .where('position', '<', SEGMENT_BYTES)
        .execute()
      const open = await (await nextNode()).logs.open(job, FORMAT)
      await open.audio.append(Buffer.alloc(10, 7))
      assert.deepEqual(await open.audio.read(5 * SEGMENT_BYTES, 10), Buffer.alloc(10, 7))
      await assert.rejects(open.audio.file())
      await open.close()
    })

    test('are restored when the last rows and the last segment were lost', async (t) => {
      if (opened.store.openLiveLog === null) return t.skip('only PostgreSQL keeps them')
      const sent = Array.from({ length: 60 }, (_, i) => Buffer.alloc(999, i))
      const open = await (await nextNode()).logs.open(job, FORMAT)
      const append = async (from: number, to: number) => {
        for (const bytes of sent.slice(from, to)) await open.audio.append(bytes)
      }
      const { db } = opened.dialect
      const segments = async () =>
        db.selectFrom('live_segments').select('file').where('job_id', '=', job).execute()
      await append(0, 15)
      await until(async () => (await segments()).length > 0)
      for (const table of ['live_segments', 'live_audio'] as const)
        await db.deleteFrom(table).where('job_id', '=', job).execute()
      // The standby had received one row before it was moved to a segment.
      await db.insertInto('live_audio').values({ job_id: job, position: 0, bytes: sent[0]! }).execute()
      await append(15, 20)
      await open.restore()
      for (let i = 20; i < 60; i++) {
        await append(i, i + 1)
        if (i === 40) await until(async () => (await segments()).length > 0)
      }
      await open.close()
      const next = await (await nextNode()).logs.open(job, FORMAT)
      assert.ok((await contentOf(next)).audio.equals(Buffer.concat(sent)))
      await next.close()
    })

    for (const [length, seconds, options] of [
      ['a minute', 60, {}],
      ['an hour', 3600, long],
    ] as const)
      test(
        `are restored in small parts when ${length} was lost, half of which no node has`,
        options,
        async (t) => {
          if (opened.store.openLiveLog === null) return t.skip('only PostgreSQL keeps them')
          const { db } = opened.dialect
          const half = seconds * 16_000
          const last = { job_id: job, position: half - 1, bytes: Buffer.alloc(1) }
          await db.insertInto('live_audio').values(last).execute()
          const open = await (await nextNode(Infinity)).logs.open(job, FORMAT)
          const second = Buffer.alloc(32_000, 7)
          for (let i = 0; i < half; i += second.length) await open.audio.append(second)
          await db.deleteFrom('live_audio').where('job_id', '=', job).execute()
          await open.audio.append(second)

          const peak = await peakOfBuffers(async () => open.restore())
          assert.ok(peak < 100e6, `it took ${peak} bytes of memory`)
          const { largest } = await db
            .selectFrom('live_audio')
            .where('job_id', '=', job)
            .select(sql<number>`max(octet_length(bytes))`.as('largest'))
            .executeTakeFirstOrThrow()
          assert.ok(largest <= 65_536, `a row has ${largest} bytes`)
          await open.close()
          const next = await (await nextNode(Infinity)).logs.open(job, FORMAT)
          assert.equal(next.audio.size, 2 * half + second.length)
          for (const [position, value] of [
            [0, 0],
            [half - 32_000, 0],
            [half, 7],
            [2 * half, 7],
          ] as const)
            assert.ok((await next.audio.read(position, 32_000)).equals(Buffer.alloc(32_000, value)))
          await next.close()
        },
      )

    test('accept nothing from a node that was declared dead', async (t) => {
      if (opened.store.openLiveLog === null) return t.skip('only PostgreSQL keeps them')
      const { logs, node } = await nextNode()
      const open = await logs.open(job, FORMAT)
      await open.audio.append(Buffer.alloc(10, 1))
      await opened.store.nodes.bury(node)
      await assert.rejects(open.audio.append(Buffer.alloc(10, 2)), NotOwnerError)
      await open.close()
      const next = await (await nextNode()).logs.open(job, FORMAT)
      assert.deepEqual((await contentOf(next)).audio, Buffer.alloc(10, 1))
      await next.close()
    })
  })
})

async function contentOf({ audio, journal }: SessionLogs): Promise<{ audio: Buffer; entries: Entry[] }> {
  const entries: Entry[] = []
  for await (const { entry } of journal.lines(0)) entries.push(entry)
  return { audio: await audio.read(0, audio.size), entries }
}

/** By how many bytes the buffers of this process grew, at most, during an operation. */
async function peakOfBuffers(operation: () => Promise<void>): Promise<number> {
  const atFirst = process.memoryUsage().arrayBuffers
  let peak = atFirst
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 5)
  await operation()
  clearInterval(timer)
  return peak - atFirst
}
