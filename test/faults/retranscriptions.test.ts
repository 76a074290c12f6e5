/** The service is killed while it transcribes many jobs again: each gets exactly one revision. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Job } from '../../src/contract/job.ts'
import type { RetranscriptionPage, RetranscriptionRun } from '../../src/contract/retranscription.ts'
import { checkStore } from '../../src/store/check/check-store.ts'
import { speechServer, transcribes } from '../../src/speech/testing/speech-server.ts'
import { Client } from '../support/client.ts'
import { KILLS } from '../support/kills.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { cutSample } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

const JOBS = 6

let heard = 'hello there'
/** Resolves at the next request to the server. */
let asked = Promise.withResolvers<void>()
const server = await speechServer({ after }, () => {
  asked.resolve()
  const words = heard.split(' ').map((word, i) => ({ word, start: 0.2 + i * 0.3, end: 0.4 + i * 0.3 }))
  return transcribes({ task: 'transcribe', language: 'english', duration: 2.4, text: heard, words })
})

onEitherStore('kill -9 while jobs are transcribed again', (fresh) => {
  test('gives each of them one revision', async (t) => {
    const database = await fresh()
    t.after(database.drop)
    const dataDir = temporaryFolder()
    const env = {
      ...{ SPEECH_URL: server.url, SPEECH_MODEL: 'big', SPEECH_LANGUAGES: 'en', JOB_ATTEMPTS: '1000' },
      ...{ DATABASE_URL: database.url ?? '', NODE_LEASE_SECONDS: '5' },
    }
    let service = await ServiceProcess.start(t, dataDir, env)
    const first = await Client.of(service)
    const { audio_url } = await first.upload(cutSample(0, 2.4))
    const ids: string[] = []
    for (let i = 0; i < JOBS; i++)
      ids.push(await first.create({ audio_url, language_config: { languages: ['en'] } }))
    for (const id of ids) assert.equal((await first.ended(id)).status, 'done')
    heard = 'hello again'
    asked = Promise.withResolvers<void>()
    const run = await first.send<RetranscriptionRun>('POST', '/v2/jobs/retranscribe?status=done', {
      body: { accept: true },
    })
    assert.equal(run.body.matched, JOBS)
    for (let kill = 0; kill < KILLS; kill++) {
      // At the beginning of a recognition, or while an earlier one is accepted.
      await asked.promise
      assert.equal(await service.end('SIGKILL'), null, service.stderr)
      asked = Promise.withResolvers<void>()
      service = await ServiceProcess.start(t, dataDir, env)
      const left = (await first.at(service).get<RetranscriptionPage>('/v2/retranscriptions')).body.items
      if (left.length === 0) break
    }
    const client = first.at(service)
    await until(
      async () => (await client.get<{ items: Job[] }>('/v2/jobs?q=again')).body.items,
      (items) => items.length === JOBS,
    )
    for (const id of ids) {
      const { details, status } = (await client.get<Job>(`/v2/jobs/${id}`)).body
      assert.deepEqual([status, details.revision], ['done', 1])
    }
    const left = (await client.get<RetranscriptionPage>('/v2/retranscriptions')).body.items
    assert.deepEqual(left, [])
    await service.end('SIGTERM')
    await withDialect({ dataDir, databaseUrl: database.url }, async (dialect) => {
      for await (const finding of checkStore({ dialect, files: null, repair: null }))
        assert.fail(JSON.stringify(finding))
    })
  })
})
