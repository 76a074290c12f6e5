/** The list operations, tested against the contract alone: a naive filter computes the expected pages. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { JobFacets } from '../src/contract/facets.ts'
import * as fc from 'fast-check'
import { Pool } from 'undici'
import { errorBody } from '../src/contract/error.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { type ChurningJob, startChurn } from './support/list-churn.ts'
import { FAULTS, KIND_FAULTS } from './support/list-faults.ts'
import { LISTS, listQuery, type ListQuery } from './support/list-query.ts'
import { type MadeJob, onTheWire } from './support/list-reference.ts'
import { type ListWorld, makeListWorld, OTHER_ACCOUNT, OTHER_KEY } from './support/list-world.ts'
import { onEachStore } from './support/on-each-store.ts'
import { PublishedApi } from './support/published-api.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'

interface Page {
  readonly first: string
  readonly current: string
  readonly next: string | null
  readonly items: readonly Record<string, unknown>[]
}

const PATHS = Object.keys(LISTS)
const byName = (a: string, b: string) => a.localeCompare(b)
const idsOf = (jobs: readonly { id?: unknown }[]) => jobs.map(({ id }) => id)

onEachStore('a list', (fresh) => {
  let world: ListWorld
  let api: PublishedApi
  let pool: Pool
  /** Of the default account, newest first. */
  let jobs: MadeJob[]

  before(async () => {
    world = await makeListWorld(await fresh())
    api = await PublishedApi.ofAny(world.service.url)
    pool = new Pool(world.service.url, { connections: 8 })
    jobs = world.jobsOf(DEFAULT_ACCOUNT)
  })
  after(async () => {
    await pool.close()
    await world.close()
  })

  /** Sends exactly this target, which `fetch` would normalise. */
  async function send(
    target: string,
    headers: Record<string, string> = { 'x-service-key': world.service.key },
  ) {
    const answer = await pool.request({ method: 'GET', path: target, headers })
    const { statusCode: status, headers: received } = answer
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    api.check('GET', target, { status, headers: new Headers(received as Record<string, string>), bytes })
    return { status, headers: received, text: bytes.toString() }
  }

  async function get(target: string, headers?: Record<string, string>) {
    const answer = await send(target, headers)
    assert.equal(answer.status, 200, `${target}: ${answer.text}`)
    const page = JSON.parse(answer.text) as Page
    return { ...page, ids: idsOf(page.items), keys: Object.keys(page), headers: answer.headers }
  }

  /** The request target of a link. */
  function targetOf(link: string): string {
    assert.ok(link.startsWith(`${world.service.url}/`), link)
    return link.slice(world.service.url.length)
  }

  suite('over random queries', () => {
    // counters.test.ts queries a store that changes.
    const QUERIES = Number(process.env['TEST_LIST_QUERIES'] ?? 60)
    const AT_A_TIME = 4

    test('agrees with a naive filter, and so do the linked pages', async () => {
      const query = listQuery(jobs)
      const runs = await Promise.allSettled(
        Array.from({ length: AT_A_TIME }, async (_, seed) =>
          fc.assert(fc.asyncProperty(query, checkQuery), { seed, numRuns: Math.ceil(QUERIES / AT_A_TIME) }),
        ),
      )
      for (const run of runs) if (run.status === 'rejected') throw run.reason
    })

    async function checkQuery({ target, matches, offset, limit, fields, follow }: ListQuery) {
      /** Compares texts, so that the order of fields is checked too. */
      const checkItems = (items: Page['items'], from: number, what: string) => {
        const expected = matches.slice(from, from + limit)
        if (fields === null || fields.includes('id')) assert.deepEqual(idsOf(items), idsOf(expected), what)
        const texts = expected.map((job) => JSON.stringify(onTheWire(job, fields)))
        assert.deepEqual(
          items.map((item) => JSON.stringify(item)),
          texts,
          what,
        )
      }
      const page = await get(target)
      checkItems(page.items, offset, 'the page')
      assert.deepEqual(page.keys, ['first', 'current', 'next', 'items'])
      assert.equal(page.headers['x-total-count'], `${matches.length}`)
      checkLink(page.first, target, 0, limit)
      checkLink(page.current, target, offset, limit)

      assert.equal(page.next === null, offset + limit >= matches.length, `next is ${page.next}`)
      if (page.next !== null) checkLink(page.next, target, offset + limit, limit)

      const link = follow && page[follow]
      if (follow === null || link === null) return
      const linked = await get(targetOf(link))
      const from = { first: 0, current: offset, next: offset + limit }[follow]
      checkItems(linked.items, from, `${follow}: ${link}`)
      assert.equal(linked.headers['x-total-count'], `${matches.length}`, `${follow}: ${link}`)
      assert.equal(
        linked.next === null,
        from + limit >= matches.length,
        `the next of ${link} is ${linked.next}`,
      )
      checkLink(linked.first, target, 0, limit)
      checkLink(linked.current, target, from, limit)
    }

    /** The same path; offset and limit after the filters, followed only by an opaque parameter. */
    function checkLink(link: string, target: string, offset: number, limit: number) {
      const url = new URL(link)
      assert.equal(url.pathname, target.split('?', 1)[0])
      const parameters = [...url.searchParams]
      const place = parameters.findIndex(([name]) => name === 'offset')
      assert.deepEqual(parameters.slice(place, place + 2), [
        ['offset', `${offset}`],
        ['limit', `${limit}`],
      ])
      assert.ok(parameters.length <= place + 3, link)
    }
  })

  suite('of all jobs', () => {
    test('is ordered by creation, newest first, although the clock went backwards', () => {
      const times = jobs.map((job) => job.createdAt)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
      assert.ok(new Set(times).size < times.length / 2, 'many jobs share a millisecond')
      assert.equal(new Set(jobs.map((job) => job.status)).size, 4, 'there are jobs of every status')
    })

    for (const [path, kinds] of Object.entries(LISTS)) {
      test(`is complete at any limit: ${path}`, async () => {
        const all = jobs.filter((job) => kinds.some((kind) => kind === job.kind))
        const n = all.length
        const pages = [
          ...[1, n - 1, n, n + 1, 100_000, Number.MAX_SAFE_INTEGER].map((limit) => ({ offset: 0, limit })),
          ...[n - 1, n, n + 1].map((offset) => ({ offset, limit: 1 })),
          { offset: 1, limit: n - 1 },
        ]
        for (const { offset, limit } of pages) {
          const page = await get(`${path}?offset=${offset}&limit=${limit}`)
          // As JSON serialises it: negative zero becomes zero.
          const expected = all
            .slice(offset, offset + limit)
            .map((job) => JSON.stringify(onTheWire(job, null)))
          assert.deepEqual(
            page.items.map((item) => JSON.stringify(item)),
            expected,
          )
          assert.equal(page.next === null, offset + limit >= n, `offset ${offset}, limit ${limit} of ${n}`)
          assert.equal(page.headers['x-total-count'], `${n}`)
        }
      })
    }

    test('shows twenty jobs by default', async () => {
      for (const path of PATHS) assert.equal((await get(path)).items.length, 20)
    })

    test('ignores a trailing slash', async () => {
      for (const path of PATHS) {
        assert.deepEqual((await get(`${path}/?limit=3`)).ids, (await get(`${path}?limit=3`)).ids)
      }
    })
  })

  suite('given malformed values', () => {
    test('is refused with one line for each fault, which begins with the parameter', async () => {
      const cases = [
        ...FAULTS.flatMap((fault) => PATHS.map((path) => ({ path, fault }))),
        ...KIND_FAULTS.map((fault) => ({ path: '/v2/transcription', fault })),
      ]
      for (const { path, fault } of cases) {
        const [query, ...parameters] = fault
        const { status, text } = await send(`${path}?${query}`)
        assert.equal(status, 400, `${path}?${query}: ${text.slice(0, 200)}`)
        const body = errorBody.parse(JSON.parse(text))
        assert.equal(body.path, path)
        assert.equal(body.statusCode, 400)
        const named = (body.validation_errors ?? []).map((line) => /^\w*/.exec(line)?.[0] ?? '')
        assert.deepEqual(named.toSorted(byName), parameters.toSorted(byName), `${query}: ${text}`)
      }
    })

    test('ignores a malformed kind on lists without that parameter', async () => {
      for (const path of ['/v2/live', '/v2/pre-recorded']) {
        assert.deepEqual((await get(`${path}?kind=batch`)).ids, (await get(path)).ids)
      }
    })
  })

  test('can be filtered by each tag and language in the facets, with the stated number of jobs', async () => {
    const { tags, languages } = JSON.parse((await send('/v2/jobs/facets')).text) as JobFacets
    const counted = (values: readonly string[]) =>
      [...Map.groupBy(values, (value) => value)]
        .map(([value, { length }]) => `${value}: ${length}`)
        .toSorted()
    assert.deepEqual(
      tags.map(({ tag, jobs: count }) => `${tag}: ${count}`).toSorted(),
      counted(jobs.flatMap((job) => job.tags)),
    )
    assert.deepEqual(
      languages.map(({ language, jobs: count }) => `${language}: ${count}`).toSorted(),
      counted(jobs.flatMap((job) => job.recognised?.languages ?? [])),
    )
    for (const counts of [tags, languages])
      assert.ok(counts.every(({ jobs: count }, i) => i === 0 || count <= counts[i - 1]!.jobs))
  })

  suite('of one account', () => {
    test('contains no job of another', async () => {
      const { ids } = await get('/v2/transcription?limit=100000', { 'x-service-key': OTHER_KEY })
      assert.deepEqual(ids, idsOf(world.jobsOf(OTHER_ACCOUNT)))
    })

    test('is the only way in: a job of another account is answered like a missing one', async () => {
      const messages = new Set<string>()
      for (const [path, kinds] of Object.entries(LISTS)) {
        const others = world.jobsOf(OTHER_ACCOUNT).filter((job) => kinds.some((kind) => kind === job.kind))
        const finished = others.find((job) => job.status === 'done') ?? others[0]
        assert.ok(finished)
        for (const id of [finished.id, '00000000-0000-4000-8000-000000000000']) {
          for (const request of [`GET ${path}/${id}`, `GET ${path}/${id}/file`, `DELETE ${path}/${id}`]) {
            const [method = '', target = ''] = request.split(' ')
            const response = await world.service.request(target, { method })
            assert.equal(response.status, 404, request)
            messages.add(errorBody.parse(await response.json()).message)
          }
        }
      }
      assert.equal(messages.size, 1, [...messages].join())
    })
  })

  suite('without a valid key', () => {
    test('is refused with 401, whatever else is wrong', async () => {
      const cases: [headers: Record<string, string>, message: string][] = [
        [{}, 'missing service key'],
        [{ 'x-service-key': '' }, 'missing service key'],
        [{ 'x-other-key': world.service.key }, 'missing service key'],
        [{ 'x-service-key': 'unknown' }, 'invalid service key'],
        [{ 'x-service-key': `${world.service.key}x` }, 'invalid service key'],
        [{ 'x-service-key': world.service.key.slice(0, -1) }, 'invalid service key'],
        [{ authorization: 'Bearer unknown' }, 'invalid service key'],
      ]
      for (const [i, path] of PATHS.entries()) {
        for (const [headers, message] of cases) {
          // After some wrong keys from one address, the answer no longer says that the key is wrong.
          const { status, text } = await send(`${path}?limit=x`, {
            ...headers,
            'x-forwarded-for': `10.0.0.${i}`,
          })
          assert.equal(status, 401)
          const { timestamp: _, request_id: __, message: full, ...body } = errorBody.parse(JSON.parse(text))
          assert.deepEqual(body, { path, statusCode: 401 })
          assert.equal(full.split(':', 1)[0], message)
        }
      }
    })
  })

  test('uses the host of the request in its links', async () => {
    const headers = { 'x-service-key': world.service.key, host: 'lists.example:8443' }
    for (const path of PATHS) {
      const { first, current, next } = await get(`${path}?limit=1`, headers)
      for (const link of [first, current, next]) {
        assert.ok(link?.startsWith(`http://lists.example:8443${path}?`), String(link))
      }
    }
  })

  test('declares its deprecation and its successor', async () => {
    const { headers } = await get('/v2/transcription?limit=1')
    assert.ok(headers.deprecation)
    const successor = /^<([^>]+)>; rel="successor-version"$/.exec(String(headers.link))?.[1] ?? ''
    assert.equal(successor, `${world.service.url}/v2/pre-recorded`)
    for (const path of ['/v2/jobs', '/v2/live', '/v2/pre-recorded']) {
      const { headers: others } = await get(path)
      assert.equal(others.deprecation, undefined)
      assert.equal(others.link, undefined)
    }
  })
})

onEachStore('metadata of similar spelling', (fresh) => {
  const KEPT: Record<string, unknown>[] = [
    { a: [['x', 'y']] },
    { a: ['["x","y"]'] },
    { a: [{ b: 'x' }] },
    { a: ['{"b":"x"}'] },
  ]
  let service: RunningService

  before(async () => {
    const put = async ({ accounts, jobs }: Store) => {
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      for (const customMetadata of KEPT) {
        await jobs.create(account, {
          kind: 'live',
          customMetadata,
          requestParams: requestParams('live'),
          fileId: null,
        })
      }
    }
    service = await runService({}, put, await fresh())
  })
  after(async () => service.close())

  async function found(query: string) {
    const page = (await (await service.request(`/v2/live?${query}`)).json()) as Page
    return page.items.map((item) => item.custom_metadata)
  }

  test('is distinguished: a nested list or object from text that spells it', async () => {
    for (const metadata of KEPT) {
      const json = JSON.stringify(metadata)
      assert.deepEqual(await found(`custom_metadata=${encodeURIComponent(json)}`), [metadata])
    }
  })

  test('is one list, whatever the order of its index parameters', async () => {
    const places = ['custom_metadata[a][0][0]=x', 'custom_metadata[a][0][1]=y']
    assert.deepEqual(await found(places.join('&')), [KEPT[0]])
    assert.deepEqual(await found(places.toReversed().join('&')), [KEPT[0]])
  })
})

suite('a configured service', () => {
  const PUBLIC_URL = 'https://transcripts.example.com/of/us'
  let service: RunningService
  let created: string
  let revoked: string

  before(async () => {
    const env = { PUBLIC_URL: `${PUBLIC_URL}/`, KEY_HEADERS: 'x-service-key, X-Other-Key' }
    service = await runService(env, async ({ accounts, keys, jobs }) => {
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      created = (await keys.create(account, 'created')).key
      const { id, key } = await keys.create(account, 'revoked')
      revoked = key
      assert.ok(await keys.revoke(id))
      for (let i = 0; i < 3; i++) {
        await jobs.create(account, {
          kind: 'live',
          customMetadata: { i },
          requestParams: requestParams('live'),
          fileId: null,
        })
      }
    })
  })
  after(async () => service.close())

  const ask = async (headers: Record<string, string>) =>
    fetch(new URL('/v2/live?offset=1&limit=1', service.url), { headers })

  test('uses its public URL in links', async () => {
    const page = (await (await ask({ 'x-service-key': service.key })).json()) as Page
    assert.equal(page.first, `${PUBLIC_URL}/v2/live?offset=0&limit=1`)
    assert.equal(page.current, `${PUBLIC_URL}/v2/live?offset=1&limit=1`)
    assert.ok(page.next?.startsWith(`${PUBLIC_URL}/v2/live?offset=2&limit=1`), String(page.next))
  })

  test('accepts the key in any configured header', async () => {
    for (const key of [service.key, created]) {
      for (const headers of [
        { 'x-service-key': key },
        { 'X-Service-Key': key },
        { 'x-other-key': key },
        { authorization: `Bearer ${key}` },
        { authorization: `bearer ${key}` },
      ]) {
        const response = await ask(headers)
        assert.equal(response.status, 200, JSON.stringify(headers))
        await response.body?.cancel()
      }
    }
  })

  test('refuses a revoked key', async () => {
    for (const headers of [{ 'x-service-key': revoked }, { 'x-other-key': revoked }]) {
      const response = await ask(headers)
      assert.equal(response.status, 401)
      assert.match(errorBody.parse(await response.json()).message, /^invalid service key: /)
    }
  })
})

onEachStore('a walk along next', (fresh) => {
  const WALKS: { limit: number; filter: string; matches: (job: ChurningJob) => boolean }[] = [
    ...[1, 3, 20].map((limit) => ({ limit, filter: '', matches: () => true })),
    { limit: 4, filter: 'status=error&', matches: (job) => job.finished },
    { limit: 1, filter: 'custom_metadata[odd]=true&', matches: (job) => job.customMetadata.odd },
  ]

  test('shows each permanent job exactly once while others are created and deleted', async (t) => {
    const churn = await startChurn(25, await fresh())
    t.after(async () => churn.close())
    for (const { limit, filter, matches } of WALKS) {
      const about = `${filter}limit=${limit}`
      const atFirst = churn.jobs().filter(matches)
      const seen: unknown[] = []
      let next: string | null = `/v2/pre-recorded?${about}`
      for (let turn = 0; next !== null; turn++) {
        const offset = turn * limit
        if (turn > 0) assert.equal(new URL(next).searchParams.get('offset'), `${offset}`)
        const response: Response = await churn.service.request(next)
        const page = (await response.json()) as Page
        assert.equal(response.status, 200)
        seen.push(...idsOf(page.items))

        const ordered = churn.jobs()
        const last = ordered.findIndex((job) => job.id === seen.at(-1))
        if (page.items.length > 0) {
          assert.equal(page.next === null, !ordered.slice(last + 1).some(matches), `${about}: the last page`)
        }
        next = page.next

        await churn.create()
        if (turn % 2 === 0) await churn.finishOne()
        // In turn the last job shown, the next one, an earlier one, and one far ahead.
        const distance = [0, 1, -1, 9][turn % 4] ?? 0
        await churn.remove(ordered[last + distance])
      }
      assert.equal(new Set(seen).size, seen.length, `${about}: a job was shown twice`)
      const stayed = atFirst.filter((job) => churn.jobs().includes(job))
      assert.ok(stayed.length > 0)
      const shown = new Set(seen)
      assert.deepEqual(
        stayed.filter((job) => !shown.has(job.id)),
        [],
        `${about}: jobs were skipped`,
      )
    }
  })
})
