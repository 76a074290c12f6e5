/**
 * Requests with an idempotency key that are repeated after a kill create one thing.
 *
 * `TEST_IDEMPOTENT_KILLS=10` is the long form.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { serveLateAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { JOB, jobsOf, sendWith } from '../support/idempotent-requests.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { randomFrom } from '../support/random.ts'
import { SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

/** Each kill costs a start of the service. */
const KILLS = Number(process.env['TEST_IDEMPOTENT_KILLS'] ?? 1)
/** Requests sent at the same time, before each kill. */
const REQUESTS = 32

onEitherStore('kill -9 among requests with idempotency keys', (fresh) => {
  test('leaves one job for each key, and no key in progress', async (t) => {
    const database = await fresh()
    t.after(async () => database.drop())
    const dataDir = temporaryFolder()
    const env = { DATABASE_URL: database.url ?? '', ALLOW_PRIVATE_URLS: '1' }
    const random = randomFrom(3)
    const known = new Map<string, string>()
    const keys: string[] = []
    let service = await ServiceProcess.start(t, dataDir, env)
    for (let kill = 0; kill < KILLS; kill++) {
      const client = await Client.of(service)
      const upload = await lateUpload(t, client)
      const mine = Array.from({ length: REQUESTS }, (_, i) => `${kill}-${i}`)
      keys.push(...mine)
      const killAfter = Math.floor(random() * REQUESTS)
      const answered = Promise.withResolvers<void>()
      let answers = 0
      const sent = mine.map(async (key) => {
        const answer = await sendWith(client, key, '/v2/pre-recorded', JOB).catch(() => null)
        if (answer !== null) known.set(key, answer.bytes.toString())
        if (answer === null || ++answers >= killAfter) answered.resolve()
      })
      await answered.promise
      await service.end('SIGKILL')
      await Promise.all(sent)
      await upload.cut

      service = await ServiceProcess.start(t, dataDir, env)
      const again = client.at(service)
      await upload.repeat(again)
      await checkKeys(again, keys, known)
    }
  })
})

/** Begins an upload that waits for its audio. */
async function lateUpload(t: TestContext, client: Client) {
  const { url, asked, answer } = await serveLateAudio(t, SILENCE)
  const key = randomUUID()
  const cut = sendWith(client, key, '/v2/upload', { audio_url: url }).catch(() => null)
  await asked
  const repeat = async (of: Client) => {
    answer()
    assert.equal((await sendWith(of, key, '/v2/upload', { audio_url: url })).status, 200)
  }
  return { cut, repeat }
}

/** Sends all requests again, twice each. @param known the received answers, except for the URL of the service */
async function checkKeys(client: Client, keys: readonly string[], known: Map<string, string>): Promise<void> {
  const sent = [...keys, ...keys].map(async (key) => {
    const answer = await sendWith(client, key, '/v2/pre-recorded', JOB)
    assert.equal(answer.status, 201)
    const text = answer.bytes.toString()
    assert.equal(text, known.get(key) ?? text)
    known.set(key, text)
  })
  await Promise.all(sent)
  assert.equal(await jobsOf(client), keys.length)
}
