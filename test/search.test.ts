/** What lists offer besides filters: search, selected fields, ETags and compression. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { request } from 'undici'
import { JOB_FIELDS } from '../src/jobs/job-text.ts'
import type { ErrorBody } from '../src/contract/error.ts'
import { searchWords } from '../src/contract/search-words.ts'
import type { Work } from '../src/jobs/work.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SAMPLE } from './support/sample.ts'
import { idsOf } from './support/store-list.ts'
import { dialectOf } from './support/store-place.ts'
import { claimNext } from './support/claim-work.ts'

type Job = Record<string, unknown> & { readonly id: string }
interface Page {
  readonly next: string | null
  readonly items: Job[]
}

/** A service, and direct access to its store, which the test uses to end jobs. */
interface World {
  readonly service: RunningService
  readonly store: Store
  readonly account: number
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ page: Page; total: string | null; tag: string }>
  ids(path: string): Promise<string[]>
  /** Creates a job with a transcript. */
  say(transcript: string, customMetadata?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

async function serve(database: FreshDatabase): Promise<World> {
  // It takes no jobs: the test ends them.
  const roles = database.url === null ? {} : { ROLES: 'serve' }
  const service = await runService(roles, async () => {}, database)
  const store = await openTestStore(dialectOf({ dataDir: service.dataDir, databaseUrl: database.url }))
  const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await service.request(path, { headers })
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return {
      page: JSON.parse(text) as Page,
      total: response.headers.get('x-total-count'),
      tag: response.headers.get('etag') ?? assert.fail('no etag'),
    }
  }
  return {
    service,
    store,
    account,
    get,
    ids: async (path) => idsOf((await get(path)).page.items),
    say: async (transcript, customMetadata) => {
      const id = await create(store, account, customMetadata)
      await finish(store, id, transcript)
      return id
    },
    close: async () => {
      await store.close()
      await service.close()
    },
  }
}

async function create(
  { jobs }: Store,
  account: number,
  customMetadata: Record<string, unknown> | null = null,
  kind: 'pre-recorded' | 'live' = 'pre-recorded',
): Promise<string> {
  return (
    await jobs.create(account, { kind, customMetadata, requestParams: requestParams(kind), fileId: null })
  ).id
}

async function finish({ work }: Store, id: string, full_transcript: string): Promise<void> {
  const metadata = {
    audio_duration: 1,
    number_of_distinct_channels: 1,
    billing_time: 1,
    transcription_time: 0.1,
    unrecognised_speech: [],
  }
  const transcription = { full_transcript, languages: ['en' as const], utterances: [] }
  assert.ok(await work.finish(id, { status: 'done', result: { metadata, transcription } }))
}

/** Number of random searches on each store. */
const SEARCHES = Number(process.env['TEST_SEARCHES'] ?? 30)
const LIST = '/v2/pre-recorded?limit=1000'
const q = (words: string) => `q=${encodeURIComponent(words)}`

onEachStore('search', (fresh) => {
  let world: World
  before(async () => {
    world = await serve(await fresh())
  })
  after(async () => world.close())

  test('finds all given words, in any order, case and punctuation, and nothing else', async () => {
    const cases: [transcript: string, found: string[], not: string[]][] = [
      [
        'The invoice, number 4711, is OVERDUE.',
        ['overdue invoice', 'Invoice 4711!', 'THE'],
        ['invoices', 'over due'],
      ],
      ["Don't you dare", ["don't", 'dare DON'], ['dont']],
      [
        'Die Straße nach Ísafjörður',
        ['STRAßE', 'ísafjörður', 'I\u0301safjo\u0308r\u00f0ur'],
        ['strasse', 'isafjordur'],
      ],
      ['ｆｕｌｌ ｗｉｄｔｈ ①', ['full width', '1'], ['fullwidth']],
      ['東京都の銀行に行きました', ['銀行', '東京'], ['京都']],
      ['我爱北京天安门', ['北京', '天安门'], ['安门']],
      ['สวัสดีครับผมชื่อสมชาย', ['ครับ', 'สมชาย'], ['รับ']],
      ['मुझे हिन्दी आती है', ['हिन्दी'], ['हिन']],
      [
        '\u{1e900}\u{1e901} \u{20000} ꭰꭱ',
        ['\u{1e922}\u{1e923}', '\u{20000}', 'ᎠᎡ'],
        ['\u{1e900}', '\u{20001}'],
      ],
      ['ΟΔΟΣ ΟΔΥΣΣΕΩΣ', ['οδος', 'ΟΔΟΣ', 'οδυσσεως'], ['οδυσσεω']],
    ]
    for (const [transcript, found, not] of cases) {
      const id = await world.say(transcript)
      for (const words of found) assert.deepEqual(await world.ids(`${LIST}&${q(words)}`), [id], words)
      for (const words of not) assert.deepEqual(await world.ids(`${LIST}&${q(words)}`), [], words)
      assert.equal((await world.service.request(`/v2/pre-recorded/${id}`, { method: 'DELETE' })).status, 202)
      for (const words of found)
        assert.deepEqual(await world.ids(`${LIST}&${q(words)}`), [], 'it was deleted')
    }
  })

  test('treats the two lower-case sigmas as one letter', async () => {
    const id = await world.say('οδοσ')
    assert.deepEqual(await world.ids(`${LIST}&${q('οδος')}`), [id])
    await world.store.jobs.delete(world.account, id, null)
  })

  test('has no operators: they are words or punctuation', async () => {
    const id = await world.say('either this or that and not near the column "words", NULL')
    for (const words of [
      'this OR that',
      'NOT near',
      '"this that"',
      'words:column',
      'and*',
      '(this',
      "'; --that",
      'th\\is',
    ]) {
      const expected = words === 'th\\is' ? [] : [id]
      assert.deepEqual(await world.ids(`${LIST}&${q(words)}`), expected, words)
    }
    for (const words of [
      'nea*',
      '^this absent',
      'this OR absent',
      'this NOT absent',
      '{this that} : absent',
      'th%',
      '_his',
    ]) {
      assert.deepEqual(await world.ids(`${LIST}&${q(words)}`), [], words)
    }
    await world.store.jobs.delete(world.account, id, null)
  })

  test('finds a job whose transcript has a word too long for an index', async () => {
    const word = randomBytes(4_000).toString('hex')
    const id = await world.say(`begin ${word} end`)
    assert.deepEqual(await world.ids(`${LIST}&${q('begin end')}`), [id])
    assert.deepEqual(await world.ids(`${LIST}&${q(word)}`), [id])
    await world.store.jobs.delete(world.account, id, null)
  })

  test('refuses text without a word, and repetition, and ignores an empty parameter', async () => {
    for (const words of ['!', ' ', '"" - *', '😀', '…']) {
      const response = await world.service.request(`/v2/live?${q(words)}`)
      assert.equal(response.status, 400, words)
      const { validation_errors } = (await response.json()) as ErrorBody
      assert.deepEqual(validation_errors, ['q: must contain 1 to 50 words'])
    }
    await world.get('/v2/live?q=')
    assert.equal((await world.service.request('/v2/live?q=a&q=b')).status, 400)
  })

  test('agrees with a naive filter in combination with every other one, newest first, page by page', async () => {
    const vocabulary = ['alpha', 'Beta', 'gämma', 'δέλτα', '銀行', '7', 'x']
    const transcript = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 })
    const plans = ['free', 'pro']
    const jobs: { id: string; words: Set<string>; plan: string; status: string; created: number }[] = []
    const texts = fc.sample(transcript, { numRuns: 100, seed: 5 })
    for (const [i, said] of texts.entries()) {
      const plan = plans[i % 2] ?? ''
      const id =
        i % 5 === 0
          ? await create(world.store, world.account, { plan })
          : await world.say(said.join(', '), { plan })
      const status = i % 5 === 0 ? 'queued' : 'done'
      const words = new Set(status === 'done' ? searchWords(said.join(', ')) : [])
      jobs.unshift({ id, words, plan, status, created: 0 })
    }
    const { page: all } = await world.get('/v2/transcription?limit=1000&fields=created_at')
    for (const [i, { created_at }] of all.items.entries()) jobs[i]!.created = Date.parse(String(created_at))
    const asked = fc.record({
      words: fc.array(fc.constantFrom(...vocabulary, 'absent'), { minLength: 1, maxLength: 3 }),
      plan: fc.option(fc.constantFrom(...plans)),
      status: fc.option(fc.constantFrom('queued', 'done')),
      since: fc.option(fc.nat({ max: jobs.length - 1 })),
      offset: fc.nat({ max: 12 }),
      limit: fc.constantFrom(1, 3, 20, 65),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ words, plan, status, since, offset, limit }) => {
        const created = since === null ? null : (jobs[since]?.created ?? 0)
        const matches = jobs.filter(
          (each) =>
            searchWords(words.join(' ')).every((word) => each.words.has(word)) &&
            (plan === null || each.plan === plan) &&
            (status === null || each.status === status) &&
            (created === null || each.created > created),
        )
        const query = new URLSearchParams({ q: words.join(' '), offset: `${offset}`, limit: `${limit}` })
        if (plan !== null) query.set('custom_metadata[plan]', plan)
        if (status !== null) query.set('status', status)
        if (created !== null) query.set('after_date', new Date(created).toISOString())
        const { page, total } = await world.get(`/v2/transcription?${query.toString()}`)
        assert.equal(total, `${matches.length}`)
        assert.deepEqual(idsOf(page.items), idsOf(matches.slice(offset, offset + limit)))
        assert.equal(page.next === null, offset + limit >= matches.length)
        if (page.next === null) return
        const following = await world.get(page.next)
        assert.deepEqual(
          idsOf(following.page.items),
          idsOf(matches.slice(offset + limit, offset + 2 * limit)),
        )
      }),
      { seed: 6, numRuns: SEARCHES },
    )
  })
})

onEachStore('selected fields', (fresh) => {
  let world: World
  before(async () => {
    world = await serve(await fresh())
    for (let i = 0; i < 80; i++) await world.say(`said ${i}`, { i })
    await create(world.store, world.account, null, 'live')
  })
  after(async () => world.close())

  const FIELDS = JOB_FIELDS

  test('are the only ones shown, in contract order, on an otherwise equal page', async () => {
    for (const limit of [5, 100]) {
      const whole = await world.get(`/v2/transcription?limit=${limit}`)
      assert.deepEqual(Object.keys(whole.page.items[0] ?? {}), FIELDS)
      const chosen = [
        ...FIELDS.map((field) => [field]),
        ['status', 'id'],
        ['result', 'kind', 'id'],
        FIELDS.toReversed(),
      ]
      for (const fields of chosen) {
        const { page, total } = await world.get(`/v2/transcription?limit=${limit}&fields=${fields.join()}`)
        const expected = whole.page.items.map((job) =>
          Object.fromEntries(
            FIELDS.filter((field) => fields.includes(field)).map((field) => [field, job[field]]),
          ),
        )
        assert.equal(JSON.stringify(page.items), JSON.stringify(expected))
        assert.equal(total, whole.total)
        assert.equal(page.next === null, whole.page.next === null)
        if (page.next !== null) assert.ok(new URL(page.next).searchParams.has('fields'))
      }
    }
  })

  test('may be repeated or spread over parameters, and default to all', async () => {
    const { page } = await world.get('/v2/live?fields=id&fields=status,id')
    assert.deepEqual(Object.keys(page.items[0] ?? {}), ['id', 'status'])
    const whole = await world.get('/v2/live')
    for (const none of ['fields=', 'fields=,']) {
      assert.deepEqual((await world.get(`/v2/live?${none}`)).page.items, whole.page.items)
    }
  })

  test('are refused if unknown, with one line each', async () => {
    for (const [fields, faults] of [
      ['ID', 1],
      ['id,transcript', 1],
      ['a,b', 2],
      ['result.metadata', 1],
      ['ordinal', 1],
    ] as const) {
      const response = await world.service.request(`/v2/live?fields=${fields}`)
      assert.equal(response.status, 400)
      const { validation_errors = [] } = (await response.json()) as ErrorBody
      assert.equal(validation_errors.length, faults, fields)
      assert.ok(validation_errors.every((line) => line.startsWith('fields: ')))
    }
  })
})

onEachStore('a page that the client already has', (fresh) => {
  let world: World
  before(async () => {
    world = await serve(await fresh())
  })
  after(async () => world.close())

  test('is not sent again while no job changes', async () => {
    await world.say('hello')
    for (const path of [
      '/v2/pre-recorded',
      '/v2/live',
      '/v2/transcription?limit=1000&status=done',
      `${LIST}&q=hello`,
    ]) {
      const { tag } = await world.get(path)
      for (const sent of [tag, `"other", ${tag}`, `${tag}, W/"another"`]) {
        const response = await world.service.request(path, { headers: { 'if-none-match': sent } })
        assert.equal(response.status, 304)
        assert.equal(response.headers.get('etag'), tag)
        assert.equal((await response.arrayBuffer()).byteLength, 0)
      }
      await world.get(path, { 'if-none-match': '"other"' })
      await world.get(path, { 'if-none-match': `${tag.slice(0, -1)}0"` })
    }
  })

  test('is sent again after every change of a job, and shows it', async () => {
    const { store, account, service } = world
    let id = ''
    let work: Work | null = null
    const live = await create(store, account, null, 'live')
    const changes: [string, () => Promise<unknown>][] = [
      ['creation', async () => (id = await create(store, account))],
      ['claim', async () => assert.equal((work = await claimNext(store.work))?.jobId, id)],
      ['a file', async () => attachFile(store, work!)],
      ['end', async () => finish(store, id, 'well')],
      ['creation of a live job', async () => create(store, account, null, 'live')],
      [
        'patch',
        async () =>
          service.request(`/v2/live/${live}`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: '{"post_session_metadata":{"a":1}}',
          }),
      ],
      ['deletion', async () => service.request(`/v2/pre-recorded/${id}`, { method: 'DELETE' })],
    ]
    const paths = ['/v2/transcription', '/v2/transcription?limit=1000']
    const had = await Promise.all(paths.map(async (path) => world.get(path)))
    for (const [what, change] of changes) {
      await change()
      for (const [i, path] of paths.entries()) {
        const now = await world.get(path, { 'if-none-match': had[i]?.tag ?? '' })
        assert.notEqual(now.tag, had[i]?.tag, what)
        assert.notDeepEqual(now.page, had[i]?.page, what)
        had[i] = now
      }
    }
  })

  test('stays valid when a job of another account changes', async () => {
    const { store } = world
    const { tag } = await world.get('/v2/transcription')
    const other = await store.accounts.ensure('other')
    const id = await create(store, other)
    await claimNext(store.work)
    await finish(store, id, 'unheard')
    await store.jobs.delete(other, id, null)
    assert.equal((await world.get('/v2/transcription')).tag, tag)
  })

  test('has an ETag that is valid for its account only', async () => {
    const { store, service } = world
    const other = await store.accounts.ensure('other')
    const { key } = await store.keys.create(other, 'theirs')
    const { tag } = await world.get('/v2/transcription')
    const headers = { 'x-service-key': key, 'if-none-match': tag }
    const response = await fetch(new URL('/v2/transcription', service.url), { headers })
    assert.equal(response.status, 200)
    await response.arrayBuffer()
  })
})

onEachStore('an answer', (fresh) => {
  let world: World
  let audio: string
  before(async () => {
    world = await serve(await fresh())
    for (let i = 0; i < 100; i++) await world.say(`${randomBytes(1_200).toString('base64')} said ${i}`, { i })
    const form = new FormData()
    form.append('audio', new Blob([SAMPLE]), 'talk.wav')
    const uploaded = await world.service.request('/v2/upload', { method: 'POST', body: form })
    const { audio_metadata } = (await uploaded.json()) as { audio_metadata: { id: string } }
    audio = `/file/${audio_metadata.id}`
  })
  after(async () => world.close())

  const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    identity: (bytes) => bytes,
  }

  async function get(path: string, accepted: string | null) {
    const { statusCode, headers, body } = await request(new URL(path, world.service.url), {
      headers: {
        'x-service-key': world.service.key,
        ...(accepted === null ? {} : { 'accept-encoding': accepted }),
      },
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    assert.equal(statusCode, 200)
    return { bytes, headers, encoding: String(headers['content-encoding'] ?? 'identity') }
  }

  test('is compressed as the client accepts, to the same bytes, even when streamed', async () => {
    for (const path of ['/v2/pre-recorded?limit=10', '/v2/pre-recorded?limit=1000']) {
      const plain = await get(path, null)
      assert.equal(plain.encoding, 'identity')
      for (const [accepted, ...expected] of [
        ['gzip', 'gzip'],
        ['br', 'br'],
        ['zstd', 'zstd'],
        ['identity', 'identity'],
        ['compress', 'identity'],
        ['gzip;q=0', 'identity'],
        ['gzip;q=0, br', 'br'],
        ['gzip, deflate, br', 'gzip', 'br'],
        ['gzip, deflate, br, zstd', 'gzip', 'br', 'zstd'],
        ['*', 'gzip', 'br', 'zstd', 'identity'],
      ] as const) {
        const { bytes, encoding, headers } = await get(path, accepted)
        assert.ok((expected as readonly string[]).includes(encoding), `${accepted}: ${encoding}`)
        assert.ok(DECODERS[encoding]?.(bytes).equals(plain.bytes), `${path} as ${encoding}`)
        if (encoding !== 'identity') {
          assert.ok(bytes.length < plain.bytes.length)
          assert.match(String(headers['vary']), /accept-encoding/i)
        }
      }
    }
  })

  test('is not compressed if it is audio', async () => {
    for (const accepted of ['gzip', 'br', 'zstd', '*']) {
      const { bytes, encoding } = await get(audio, accepted)
      assert.equal(encoding, 'identity')
      assert.ok(bytes.equals(SAMPLE))
    }
  })
})

const FILE = {
  id: '5d2c3a5e-0000-4000-8000-000000000000',
  filename: 'talk.wav',
  extension: 'wav',
  source: 'https://media.example.com/talk.wav',
  size: 1_000,
  duration: 1,
  channels: 1,
}

async function attachFile({ uploads, work: store }: Store, work: Work): Promise<void> {
  await uploads.begin(FILE.id, 'node')
  assert.ok(await store.attachFile(work, FILE))
}
