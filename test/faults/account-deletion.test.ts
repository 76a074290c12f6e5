/**
 * The service is killed while it deletes an account, which was requested while no service ran. Afterwards exactly that account is gone,
 * with its audio. TEST_ACCOUNT_JOBS is the number of its jobs, TEST_DELETE_KILLS the number of kills.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Uploads } from '../../src/intake/uploads.ts'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { requestParams } from '../support/request-params.ts'
import { type LogLine, scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { dialectOf, type StorePlace, withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env['TEST_DELETE_KILLS'] ?? 2)
const JOBS = Number(process.env['TEST_ACCOUNT_JOBS'] ?? 100 * KILLS)
/** Jobs created at a time. */
const GROUP = 100
const NODE = 'filling'

/** Two accounts with the same jobs, every tenth with audio, every 50th unfinished. */
async function fill(place: StorePlace, files: DiskAudioFiles): Promise<void> {
  await withDialect(place, async (dialect) => {
    const store = await openTestStore(dialect)
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      600_000,
      null,
    )
    const uploads = new Uploads(files, store.uploads, NODE)
    const create = async (account: number, i: number) => {
      let fileId = null
      if (i % 10 === 0) {
        const { id, size } = await uploads.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 100 })
        const about = { filename: 'a.wav', extension: 'wav', source: null, duration: 1, channels: 1 }
        await store.files.add(account, { id, size, ...about })
        fileId = id
      }
      const { id } = await store.jobs.create(account, {
        kind: 'pre-recorded',
        customMetadata: { customer: `c${i % 7}`, number: i },
        requestParams: requestParams('pre-recorded', 'http://127.0.0.1:9/a.wav'),
        fileId,
      })
      const transcription = { full_transcript: `hello number${i}`, languages: [], utterances: [] }
      const result = { metadata: {}, transcription } as never
      if (i % 50 !== 1) await store.work.finish(id, { status: 'done', result })
    }
    for (const name of ['gone', 'kept']) {
      const account = await store.accounts.ensure(name)
      for (let i = 0; i < JOBS; i += GROUP)
        await Promise.all(
          Array.from({ length: Math.min(GROUP, JOBS - i) }, async (_, n) => create(account, i + n)),
        )
    }
    await store.nodes.bury(NODE)
  })
}

onEachStore('a service that is killed while it deletes an account', (fresh) => {
  test('continues at the next start, and leaves nothing of it and everything of another', async (t) => {
    const { url, drop } = await fresh()
    t.after(drop)
    const dataDir = temporaryFolder()
    const place = { dataDir, databaseUrl: url }
    const database = { ...(url !== null && { DATABASE_URL: url }) }
    const env = { DRAIN_SECONDS: '0', NODE_LEASE_SECONDS: '2', ...database }
    const files = await DiskAudioFiles.open(join(dataDir, 'files'))
    await fill(place, files)
    const { db } = dialectOf(place)
    t.after(async () => db.destroy())
    const jobsOf = async (name: string) => {
      const rows = await db
        .selectFrom('accounts')
        .innerJoin('jobs', 'jobs.account', 'accounts.id')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('name', '=', name)
        .execute()
      return Number(rows[0]?.count)
    }
    const soundness = async () => {
      const { code, stdout } = await scriptorium(['check'], { DATA_DIR: dataDir, ...database })
      assert.equal(code, 0, stdout)
    }
    const command = ['accounts', 'delete', 'gone', '--confirm', 'gone']
    const { code, stderr } = await scriptorium(command, { DATA_DIR: dataDir, ...database })
    assert.equal(code, 0, stderr)

    const began = performance.now()
    for (let kill = 0, left = JOBS; kill < KILLS; kill++) {
      const service = await ServiceProcess.start(t, dataDir, env)
      left = await until(
        async () => jobsOf('gone'),
        (count) => count < left || count === 0,
      )
      await service.end('SIGKILL')
      await soundness()
    }
    const service = await ServiceProcess.start(t, dataDir, env)
    const isDeleted = ({ operation, name }: LogLine) => operation === 'endAccountDeletion' && name === 'gone'
    if (!service.log.some(isDeleted)) await service.logged(isDeleted)
    t.diagnostic(`${JOBS} jobs in ${Math.round(performance.now() - began)} ms, with ${KILLS} kills`)
    await service.end('SIGTERM')
    // A start deletes leftover files at once; a running service, within a minute.
    const last = await ServiceProcess.start(t, dataDir, env)
    const stored = async () => (await Array.fromAsync(files.ids())).flat().length
    await until(stored, (count) => count <= JOBS / 10)
    await last.end('SIGTERM')
    assert.deepEqual([await stored(), await jobsOf('kept')], [JOBS / 10, JOBS])
    await soundness()
  })
})
