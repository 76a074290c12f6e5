/**
 * Random requests to all routes, generated from the OpenAPI document and then broken. Each gets a published answer, none
 * is a failure of the service, and another account is served afterwards as before.
 *
 * TEST_HOSTILE_REQUESTS is the number of requests on each store, TEST_HOSTILE_SEED the first seed. The stores get different
 * requests.
 */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Pool } from 'undici'
import { startS3Server } from '../../src/platform/files/testing/s3-server.ts'
import { kennedy } from '../../src/speech/testing/speech.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { Client } from '../support/client.ts'
import {
  type DoneJob,
  type HostileRequest,
  HostileRequests,
  type Known,
} from '../support/hostile/requests.ts'
import { DEFAULT_AUDIO, encoded } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { wrongWords } from '../support/live-words.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { isEndless } from '../support/published-api.ts'
import { cutSample, SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

const REQUESTS = Number(process.env['TEST_HOSTILE_REQUESTS'] ?? 400)
const FIRST_SEED = Number(process.env['TEST_HOSTILE_SEED'] ?? 1)
const CONCURRENCY = 16
/** 3 s. */
const SPEECH = {
  ...kennedy,
  text: 'And so, my fellow Americans',
  samples: kennedy.samples.subarray(0, 3 * 16_000),
}
const ENGLISH = { language_config: { languages: ['en'] } }
/** Milliseconds after which a request counts as unanswered. */
const PATIENCE_MS = 30_000
/** Larger pages are not validated: that would take longer than the requests. */
const MAX_VALIDATED_BYTES = 20_000
/** Number of created ids that later requests may name, at most. */
const MAX_KNOWN = 50

/** The service refuses it without connecting. */
const PRIVATE_URL = 'http://127.0.0.1:1/talk.wav'

/** What no answer may contain: a stack trace, or a path of this machine. */
const INTERNALS = /\bat .*:\d+:\d+|node_modules|\/src\/|\/tmp\/|SQLITE_|pg_catalog|ECONNREFUSED/

const DECODERS: Readonly<Record<string, (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

onEachStore('hostile requests', (fresh) => {
  test(
    `are each answered, ${REQUESTS} of them, and do not affect another account`,
    { timeout: 3_600_000 },
    async (t) => {
      const database = await fresh()
      t.after(database.drop)
      const dataDir = temporaryFolder()
      const env = database.url === null ? {} : { DATABASE_URL: database.url, ...(await redirectingS3(t)) }
      const theirs = await withDialect({ dataDir, databaseUrl: database.url }, async (dialect) => {
        const { accounts, keys } = await openTestStore(dialect)
        return (await keys.create(await accounts.ensure('other'), 'theirs')).key
      })
      const service = await ServiceProcess.start(t, dataDir, env)
      const client = await Client.of(service)
      const other = client.as(theirs)
      const [done, others] = await Promise.all([doneJob(client), doneJob(other)])
      const { audio_url } = await client.upload(SILENCE)
      const known = { done, own: [], others, urls: [audio_url, PRIVATE_URL], key: service.key }
      const seed = FIRST_SEED + (database.url === null ? 0 : REQUESTS)
      const failures = await attack(client, service, known, seed)
      assert.deepEqual(failures, [], `${failures.length} kinds of failures`)

      const errors = service.log.filter((line) => Number(line['level']) >= 50)
      assert.deepEqual(errors, [], 'errors in the log')
      await use(other)
      await untilEnded(client)
      assert.equal(service.log.filter((line) => line['msg'] === 'listening').length, 1)
    },
  )
})

/** Storage that redirects downloads to S3. */
async function redirectingS3(t: TestContext): Promise<Readonly<Record<string, string>>> {
  const server = await startS3Server(temporaryFolder())
  t.after(async () => server.close())
  return { ...server.env, S3_PUBLIC_ENDPOINT: server.endpoint }
}

async function doneJob(client: Client): Promise<DoneJob> {
  const { audio_url, audio_metadata } = await client.upload(cutSample(0, 0.5))
  const job = await client.create({ ...ENGLISH, audio_url, callback_url: 'https://example.invalid/callback' })
  assert.equal((await client.ended(job)).status, 'done')
  const { body } = await client.get<{ items: { id: string }[] }>(`/v2/jobs/${job}/deliveries`)
  return { job, file: audio_metadata.id, delivery: body.items[0]?.id ?? assert.fail('no delivery') }
}

/** An account's usual work: a job, a list, and a live session. */
async function use(client: Client): Promise<void> {
  const { audio_url } = await client.upload(cutSample(0, 3))
  const job = await client.create({ ...ENGLISH, audio_url })
  assert.equal((await client.ended(job)).status, 'done')
  const list = await client.get<{ items: { id: string }[] }>('/v2/pre-recorded')
  assert.equal(list.body.items[0]?.id, job)
  const session = await SessionClient.start(client, ENGLISH)
  await session.play(await encoded([SPEECH.samples], DEFAULT_AUDIO))
  await session.end()
  assert.ok(wrongWords(SPEECH, session.finals()) <= 1)
}

/** Waits until no job is queued or processing: none blocks the queue. */
async function untilEnded(client: Client): Promise<void> {
  const path = '/v2/pre-recorded?status=queued,processing&limit=1'
  await until(
    async () => (await client.get<{ items: object[] }>(path)).body.items,
    (items) => items.length === 0,
  )
}

/** Sends all requests. @returns one example of each kind of failure, with the seed that reproduces it */
async function attack(
  client: Client,
  service: ServiceProcess,
  known: Known & { own: string[] },
  firstSeed: number,
) {
  const requests = new HostileRequests(client.api.document)
  const pool = new Pool(service.url, {
    connections: CONCURRENCY,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  })
  const failures = new Map<string, string>()
  let next = firstSeed
  const worker = async () => {
    while (next < firstSeed + REQUESTS) {
      const seed = next++
      const request = requests.make(seed, known)
      try {
        const created = await answerTo(request, pool, client)
        if (created !== null && known.own.push(created) > MAX_KNOWN) known.own.shift()
      } catch (error) {
        const { message } = error as Error
        const kind = `${request.method} ${message.slice(0, 60)}`
        if (!failures.has(kind))
          failures.set(kind, `seed ${seed}: ${message.slice(0, 500)}\n${describe(request)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  await pool.close()
  return [...failures.values()]
}

/** Sends a request, and checks its answer. @returns the id that it created, if any */
async function answerTo(request: HostileRequest, pool: Pool, client: Client): Promise<string | null> {
  const { method, path } = request
  const { statusCode: status, headers: received, body } = await pool.request(request)
  if (isEndless(path, { status })) {
    body.on('error', () => {}).destroy()
    return null
  }
  const sent = Buffer.from(await body.arrayBuffer())
  const bytes = DECODERS[String(received['content-encoding'])]?.(sent) ?? sent
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) headers.set(name, String(value))
  const answer = { status, headers, bytes }

  if (status >= 500) {
    assert.equal(status, 503, `answered ${status}: ${bytes.toString()}`)
    assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  }
  if (status >= 400) {
    assert.doesNotMatch(bytes.toString(), INTERNALS)
    const isOpenAi = 'error' in (JSON.parse(bytes.toString()) as object)
    client.api.checkAs(isOpenAi ? 'OpenAiError' : 'ErrorBody', answer, `the ${status}`)
  }
  // Headers that are too long are rejected before the operation is known.
  const isPublished = status !== 431
  if (isPublished && bytes.length <= MAX_VALIDATED_BYTES) client.api.check(method, path, answer)
  if (status !== 201) return null
  return (JSON.parse(bytes.toString()) as { id: string }).id
}

function describe({ method, path, headers, body }: HostileRequest): string {
  const text = body === null ? '' : JSON.stringify(body.toString('latin1').slice(0, 500))
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${text}`
}
