/**
 * The service is killed while it deletes many jobs and expired ones: afterwards exactly these are gone, with everything
 * they had. TEST_DELETE_KILLS is the number of kills.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Deletion } from '../../src/contract/deletions.ts'
import type { Job } from '../../src/contract/job.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { checkStore } from '../../src/store/check/check-store.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { Uploads } from '../../src/intake/uploads.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { requestParams } from '../support/request-params.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { type StorePlace, withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env['TEST_DELETE_KILLS'] ?? 2)
/** Jobs of each group: to be deleted on request, expired, and with expired audio. */
const JOBS = 60 * KILLS
const GROUPS = ['asked', 'expired', 'kept'] as const
const RETENTION = { asked: {}, expired: { transcript_days: 0 }, kept: { audio_days: 0 } } as const

/** @returns the ids of the jobs that are kept */
async function fill(place: StorePlace, files: DiskAudioFiles): Promise<string[]> {
  return withDialect(place, async (dialect) => {
    const store = await openTestStore(dialect)
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
    const node = 'filling'
    await store.nodes.register(
      { id: node, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      60_000,
      null,
    )
    const uploads = new Uploads(files, store.uploads, node)
    const upload = async () => {
      const { id, size } = await uploads.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 100 })
      const about = { filename: 'a.wav', extension: 'wav', source: null, duration: 1, channels: 1 }
      await store.files.add(account, { id, size, ...about })
      return id
    }
    const create = async (_: unknown, i: number) => {
      const group = GROUPS[i % GROUPS.length]!
      const params = requestParams('pre-recorded', 'https://example.com/a.wav')
      const { id } = await store.jobs.create(account, {
        kind: 'pre-recorded',
        customMetadata: { group, number: i },
        requestParams: { ...params, retention: RETENTION[group] },
        fileId: i % 20 < 3 ? await upload() : null,
      })
      const full_transcript = `hello number${i}`
      const metadata = {
        audio_duration: 1,
        number_of_distinct_channels: 1,
        billing_time: 1,
        transcription_time: 1,
        unrecognised_speech: [],
      }
      const transcription = { full_transcript, languages: [], utterances: [] }
      await store.work.finish(id, { status: 'done', result: { metadata, transcription } })
      return group === 'kept' ? [id] : []
    }
    const kept = await Promise.all(Array.from({ length: GROUPS.length * JOBS }, create))
    await store.nodes.bury(node)
    return kept.flat()
  })
}

onEitherStore('a service that is killed while it deletes', (fresh) => {
  test('continues at the next start, and deletes exactly what was requested and what has expired', async (t) => {
    const { url, drop } = await fresh()
    t.after(drop)
    const dataDir = temporaryFolder()
    const place = { dataDir, databaseUrl: url }
    const env = { DRAIN_SECONDS: '0', NODE_LEASE_SECONDS: '2', ...(url !== null && { DATABASE_URL: url }) }
    const files = await DiskAudioFiles.open(join(dataDir, 'files'))
    const kept = await fill(place, files)

    let service = await ServiceProcess.start(t, dataDir, env)
    const request = async (path: string, method = 'GET') =>
      fetch(`${service.url}${path}`, { method, headers: { 'x-service-key': service.key } })
    const begun = await request('/v2/jobs?custom_metadata[group]=asked', 'DELETE')
    let deletion = (await begun.json()) as Deletion
    assert.equal(deletion.matched, JOBS)
    const look = async () => (await (await request(`/v2/deletions/${deletion.id}`)).json()) as Deletion
    for (let kill = 0; kill < KILLS; kill++) {
      const { deleted } = deletion
      deletion = await until(look, (is) => is.deleted > deleted || is.status !== 'running')
      await service.end('SIGKILL')
      service = await ServiceProcess.start(t, dataDir, env)
    }
    deletion = await until(look, ({ status }) => status !== 'running')
    assert.deepEqual([deletion.status, deletion.deleted], ['done', JOBS])
    const all = `/v2/jobs?limit=${GROUPS.length * JOBS}&fields=id,file`
    const jobs = async () =>
      ((await (await request(all)).json()) as { items: Pick<Job, 'id' | 'file'>[] }).items
    const isOver = (job: Pick<Job, 'file'>) => job.file === null || job.file.deleted_at !== undefined
    const left = await until(jobs, (items) => items.length <= JOBS && items.every(isOver))
    assert.deepEqual(new Set(left.map(({ id }) => id)), new Set(kept))
    await service.end('SIGTERM')
    const found = await withDialect(place, async (dialect) =>
      Array.fromAsync(checkStore({ dialect, files, repair: null })),
    )
    assert.deepEqual(found, [])
  })
})
