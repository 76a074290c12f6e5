/**
 * Requests with an idempotency key create one thing, even when they are repeated or sent at the same time.
 *
 * `TEST_IDEMPOTENT_REQUESTS=5000` is the long form.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { KeyUsedError } from '../src/jobs/idempotency.ts'
import { KEY_MS } from '../src/store/jobs/idempotency-store.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { serveLateAudio } from './support/audio-server.ts'
import type { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { JOB, jobsOf, sendWith } from './support/idempotent-requests.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { SILENCE } from './support/sample.ts'
import { listed } from './support/store-list.ts'
import { dialectOf, type StorePlace, withDialect } from './support/store-place.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

const REQUESTS = Number(process.env['TEST_IDEMPOTENT_REQUESTS'] ?? 80)
/** Number of requests sent at the same time. */
const AT_ONCE = 64
const CREATIONS = ['/v2/pre-recorded', '/v2/transcription', '/v2/live'] as const

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'

function formOf(bytes: Buffer<ArrayBuffer>, filename: string): FormData {
  const form = new FormData()
  form.append('audio', new Blob([bytes]), filename)
  return form
}

onEachStore('a request with an idempotency key', (fresh) => {
  let world: TwoAccounts
  let client: Client
  let databaseUrl: string | null

  before(async () => {
    const database = await fresh()
    databaseUrl = database.url
    world = await serveTwoAccounts(database)
    client = world.client
  })
  after(async () => world.close())

  for (const path of CREATIONS) {
    test(`to ${path} is answered as the first time, whatever the order of its fields`, async () => {
      const key = randomUUID()
      const [body, other] =
        path === '/v2/live'
          ? [{ custom_metadata: { a: 1, b: [2, 3] } }, { custom_metadata: { a: 1, b: [3, 2] } }]
          : [JOB, { ...JOB, custom_metadata: { customer: 'acme' } }]
      const count = await jobsOf(client)
      const first = await sendWith(client, key, path, body)
      const metadata = Object.fromEntries(Object.entries(body.custom_metadata).toReversed())
      const again = await sendWith(client, key, path, { ...body, custom_metadata: metadata })
      assert.deepEqual([first.status, again.status], [201, 201])
      assert.deepEqual([isReplay(first), isReplay(again)], [false, true])
      assert.deepEqual(again.bytes, first.bytes)
      const sent = { body: other, headers: { 'idempotency-key': key } }
      assert.match((await client.refused(422, 'POST', path, sent)).message, /^idempotency-key: /)
      assert.equal(await jobsOf(client), count + 1)
    })
  }

  test('belongs to one account and one operation', async () => {
    const key = randomUUID()
    const first = await sendWith(client, key, '/v2/pre-recorded', JOB)
    for (const [of, path] of [
      [world.stranger, '/v2/pre-recorded'],
      [client, '/v2/transcription'],
    ] as const) {
      const answer = await sendWith(of, key, path, JOB)
      assert.equal(answer.status, 201)
      assert.equal(isReplay(answer), false)
      assert.notEqual(answer.body.id, first.body.id)
    }
  })

  test('can be repeated after it was refused', async () => {
    const key = randomUUID()
    const unknown = { audio_url: `${world.service.url}/file/${randomUUID()}` }
    await client.refused(400, 'POST', '/v2/pre-recorded', {
      body: unknown,
      headers: { 'idempotency-key': key },
    })
    assert.equal((await sendWith(client, key, '/v2/pre-recorded', JOB)).status, 201)
  })

  test('needs a key of 1 to 255 visible characters', async () => {
    for (const path of ['/v2/pre-recorded', '/v2/live', '/v2/upload']) {
      for (const key of ['', 'two words', 'x'.repeat(256)]) {
        const sent = { body: JOB, headers: { 'idempotency-key': key } }
        const { validation_errors: faults = [] } = await client.refused(400, 'POST', path, sent)
        assert.match(faults[0] ?? '', /^idempotency-key: /)
      }
    }
    assert.equal((await sendWith(client, 'x'.repeat(255), '/v2/pre-recorded', JOB)).status, 201)
  })

  test('creates one job when it is sent many times at once, and every answer is the same', async () => {
    const key = randomUUID()
    const count = await jobsOf(client)
    const sent = Array.from({ length: AT_ONCE }, async () => sendWith(client, key, '/v2/pre-recorded', JOB))
    const answers = await Promise.all(sent)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ bytes }) => bytes.toString())).size, 1)
    assert.equal(answers.filter((answer) => !isReplay(answer)).length, 1)
    assert.equal(await jobsOf(client), count + 1)
  })

  test('creates one thing for each key when many arrive in any order', async () => {
    const random = randomFrom(14)
    const pick = (count: number) => Math.floor(random() * count)
    const count = await jobsOf(client)
    const begun = await jobsOf(world.stranger)
    const requests = Array.from({ length: REQUESTS }, () => {
      const isStranger = random() < 0.3
      const path = CREATIONS[pick(2)]!
      const [key, content] = [`key-${pick(Math.ceil(REQUESTS / 10))}`, pick(2)]
      return { isStranger, path, key, content, place: `${isStranger} ${path} ${key}` }
    })
    const answers: { status: number; text: string; isNew: boolean; request: (typeof requests)[number] }[] = []
    for (let from = 0; from < REQUESTS;) {
      const some = requests.slice(from, from + 1 + pick(40))
      from += some.length
      const sent = some.map(async (request) => {
        const { isStranger, path, key, content } = request
        const of = isStranger ? world.stranger : client
        const answer = await sendWith(of, key, path, { ...JOB, custom_metadata: { content } })
        const text = answer.bytes.toString()
        answers.push({ status: answer.status, text, isNew: !isReplay(answer), request })
      })
      await Promise.all(sent)
    }
    const ofEachKey = Map.groupBy(answers, ({ request }) => request.place)
    for (const [place, all] of ofEachKey) {
      const created = all.filter(({ status, isNew }) => status === 201 && isNew)
      assert.equal(created.length, 1, place)
      const [{ text, request: first }] = created as [(typeof all)[number]]
      for (const { status, request, text: given } of all) {
        assert.equal(status, request.content === first.content ? 201 : 422, place)
        if (status === 201) assert.equal(given, text)
      }
    }
    const strangers = [...ofEachKey.values()].filter(([one]) => one?.request.isStranger).length
    assert.equal(await jobsOf(client), count + ofEachKey.size - strangers)
    assert.equal(await jobsOf(world.stranger), begun + strangers)
  })

  test('uploads a file once; different bytes or another name are a different request', async () => {
    const key = randomUUID()
    const send = async (bytes: Buffer<ArrayBuffer>, name: string) =>
      client.send('POST', '/v2/upload', { body: formOf(bytes, name), headers: { 'idempotency-key': key } })
    const first = await send(SILENCE, 'a.wav')
    const again = await send(SILENCE, 'a.wav')
    assert.deepEqual([first.status, again.status, isReplay(again)], [200, 200, true])
    assert.deepEqual(again.bytes, first.bytes)
    const other = Buffer.from(SILENCE)
    other[other.length - 1]! ^= 1
    assert.equal((await send(other, 'a.wav')).status, 422)
    assert.equal((await send(SILENCE, 'b.wav')).status, 422)
  })

  test('is refused while its upload is in progress, and answered afterwards', async (t) => {
    const { url, asked, answer } = await serveLateAudio(t, SILENCE)
    const key = randomUUID()
    const upload = sendWith(client, key, '/v2/upload', { audio_url: url })
    await asked
    const early = await sendWith(client, key, '/v2/upload', { audio_url: url })
    assert.equal(early.status, 409)
    assert.match(early.headers.get('retry-after') ?? '', /^\d+$/)
    answer()
    const first = await upload
    const again = await sendWith(client, key, '/v2/upload', { audio_url: url })
    assert.deepEqual([first.status, again.status, isReplay(again)], [200, 200, true])
    assert.deepEqual(again.bytes, first.bytes)
  })

  test('uploads again after a failed upload', async () => {
    const key = randomUUID()
    const send = async (bytes: Buffer<ArrayBuffer>) =>
      client.send('POST', '/v2/upload', { body: formOf(bytes, 'a.wav'), headers: { 'idempotency-key': key } })
    assert.equal((await send(Buffer.from('no audio'))).status, 422)
    assert.equal((await send(SILENCE)).status, 200)
  })

  test('counts as new after 24 hours', async () => {
    const key = randomUUID()
    const place = { dataDir: world.service.dataDir, databaseUrl }
    const age = async (milliseconds: number) =>
      withDialect(place, async ({ db }) => {
        await db
          .updateTable('idempotency_keys')
          .set((eb) => ({ created_at: eb('created_at', '-', milliseconds) }))
          .execute()
      })
    const first = await sendWith(client, key, '/v2/pre-recorded', JOB)
    await age(KEY_MS - 60_000)
    assert.ok(isReplay(await sendWith(client, key, '/v2/pre-recorded', JOB)))
    await age(60_001)
    const later = await sendWith(client, key, '/v2/pre-recorded', JOB)
    assert.equal(isReplay(later), false)
    assert.notEqual(later.body.id, first.body.id)
  })
})

onEachStore('idempotency keys in the store', (fresh) => {
  test('expire in batches, and store no secret in plain text', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    const { idempotency, jobs } = store
    for (let i = 0; i < 5; i++) {
      const key = { account, operation: '/v2/live', key: `secret-${i}` }
      const request = { ...key, fingerprint: 'f', node: null, answer: () => '{"token":"secret"}' }
      const job = { kind: 'live', customMetadata: null, requestParams: {}, fileId: null } as const
      await jobs.create(account, { ...job, request })
      assert.equal((await idempotency.find(key))?.answer, '{"token":"secret"}')
    }
    const { rows } = await sql`select * from idempotency_keys`.execute(dialect.db)
    assert.equal(rows.length, 5)
    assert.doesNotMatch(JSON.stringify(rows), /secret/)
    assert.equal(await idempotency.removeExpired(2), false)
    await sql`update idempotency_keys set created_at = created_at - ${KEY_MS + 1}`.execute(dialect.db)
    assert.deepEqual(
      [
        await idempotency.removeExpired(2),
        await idempotency.removeExpired(2),
        await idempotency.removeExpired(2),
      ],
      [true, true, false],
    )
  })

  test('stand for one job when several nodes create with them at once', async (t) => {
    const places: StorePlace[] = []
    const { store, account, close } = await openFresh(fresh, async (place) => void places.push(place))
    t.after(close)
    if (!store.isShared) return t.skip('a SQLite database has one process')
    const other = await openTestStore(dialectOf(places[0]!))
    t.after(async () => other.close())
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
    const create = async (key: string, { jobs }: Store) => {
      const request = { account, operation: '/v2/jobs', key, fingerprint: 'f', node: null }
      await jobs.create(account, { ...job, request: { ...request, answer: ({ id }) => id } })
    }
    const keys = Array.from({ length: 20 }, () => randomUUID())
    const outcomes = await Promise.allSettled(
      keys.flatMap((key) => [store, other, store, other].map(async (one) => create(key, one))),
    )
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    assert.equal(failures.length, 3 * keys.length)
    for (const { reason } of failures) assert.ok(reason instanceof KeyUsedError)
    const { total } = await listed(store, account, {})
    assert.equal(total, keys.length)
  })

  test('pass to another node when theirs is dead, which then can store nothing under them', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const { idempotency, nodes, uploads, files } = store
    const register = async (id: string, previous: string | null) =>
      nodes.register({ id, roles: [], version: '1', models: {}, host: 'here', pid: 1 }, 600_000, previous)
    await register('slow', null)
    const key = { account, operation: '/v2/upload', key: randomUUID() }
    const add = async (node: string) => {
      const id = randomUUID()
      await uploads.begin(id, node)
      const file = {
        id,
        filename: 'a.wav',
        extension: 'wav',
        source: null,
        size: 1,
        duration: 1,
        channels: 1,
      }
      await files.add(account, file, { ...key, node, fingerprint: 'f', answer: ({ id: of }) => of })
      return id
    }
    assert.equal(await idempotency.begin(key, 'slow'), true)
    assert.equal(await idempotency.begin(key, 'slow'), false)
    await register('other', 'slow')
    assert.equal(await idempotency.begin(key, 'other'), true)
    await assert.rejects(add('slow'), KeyUsedError)
    await idempotency.abandon(key, 'slow')
    const id = await add('other')
    assert.deepEqual(await idempotency.find(key), { fingerprint: 'f', answer: id })
    await idempotency.abandon(key, 'other')
    assert.equal(await idempotency.begin(key, 'other'), false)
  })
})
