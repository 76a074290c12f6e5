/** Links that show somebody outside a transcript: what they reveal, and that they give access to nothing else. */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { piped, synthesised, wav } from '../src/audio/testing/media.ts'
import type { CreatedShare, SharedTranscript, ShareList } from '../src/contract/shares.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import type { Client } from './support/client.ts'
import { addHeardJob } from './support/heard-job.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { Person } from './support/person.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

const folder = temporaryFolder()
const SECONDS = 12
const RATE = 16_000
/** What nobody may hear with access to these seconds: they are silent, and the rest is loud. */
const SHARED = { from: 3, to: 7 } as const
const loud = `0.8*sin(2*PI*440*t)*(lt(t,${SHARED.from})+gte(t,${SHARED.to}))`

/** A word begins each second. */
const TRANSCRIPT = transcriptionOf(
  said('One two three four five.', { speaker: 0 }),
  said('Six seven eight nine ten.', { start: 5, speaker: 1 }),
)
const FILENAME = 'Secretfile Hartmann.wav'

const REDACTED = {
  pii_redaction: true,
  pii_redaction_config: { entity_types: ['EMAIL_ADDRESS'], processed_text_type: 'MARKER' },
}

onEitherStore('shares', (fresh) => {
  let world: TwoAccounts
  let client: Client
  let audio: Buffer<ArrayBuffer>
  let databaseUrl: string | null
  const tokens: string[] = []

  const place = () => ({ dataDir: world.service.dataDir, databaseUrl })

  before(async () => {
    const samples = await piped(...synthesised([loud], RATE, SECONDS), '-f', 's16le')
    audio = Buffer.concat([wav({ dataBytes: samples.length }, 0), samples])
    const database = await fresh()
    databaseUrl = database.url
    world = await serveTwoAccounts(database, { TRUST_PROXY: '1' })
    client = world.client
  })
  after(async () => {
    // No log line may contain the token; `close` checks the log for other secrets.
    const log = JSON.stringify(world.service.log)
    for (const token of tokens) assert.ok(!log.includes(token.slice(0, 12)), 'a token is in the log')
    await world.close()
  })

  /** A finished job with audio, a title, names and metadata. */
  async function doneJob(request: object = {}): Promise<string> {
    const id = await addHeardJob(client, place(), {
      ...{ audio, filename: FILENAME, seconds: SECONDS, transcription: TRANSCRIPT, request },
      metadata: { case: 'Topsecret-88' },
    })
    const details = { title: 'The hearing', speaker_names: { 0: 'Anna', 1: 'Bert', 7: 'Nobody' } }
    assert.equal((await client.send('PATCH', `/v2/jobs/${id}`, { body: details })).status, 200)
    return id
  }

  /** Sends each request from a new address, so that none is refused for wrong links of others. */
  let visitor = 0
  async function fetchAs(url: string, init: RequestInit = {}): Promise<Response> {
    visitor += 1
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', `10.0.${visitor >> 8}.${visitor & 255}`)
    return fetch(url, { ...init, headers })
  }

  async function share(job: string, body: object = {}, sender = client): Promise<Link> {
    const answer = await sender.send<CreatedShare>('POST', `/v2/jobs/${job}/shares`, { body })
    assert.equal(answer.status, 201, String(answer.bytes))
    return linkOf(answer.body)
  }
  function linkOf(created: CreatedShare): Link {
    const token = new URL(created.url).pathname.split('/').at(-1) ?? ''
    assert.match(token, /^[\w-]{43}$/)
    tokens.push(token)
    const open = async (path = '', init: RequestInit = {}) =>
      fetchAs(`${created.url}${path === '' ? '' : `/${path}`}`, init)
    const transcript = async () => {
      const answer = await open('transcript')
      assert.equal(answer.status, 200)
      return (await answer.json()) as SharedTranscript
    }
    return { ...created, token, open, transcript }
  }
  interface Link extends CreatedShare {
    readonly token: string
    /** @param path below the link */
    readonly open: (path?: string, init?: RequestInit) => Promise<Response>
    readonly transcript: () => Promise<SharedTranscript>
  }

  const listed = async (job: string) => (await client.get<ShareList>(`/v2/jobs/${job}/shares`)).body.items

  const clipsOf = async ({ id }: Link) =>
    withDialect(place(), async ({ db }) =>
      db.selectFrom('derived_files').selectAll().where('kind', '=', `clip ${id}`).execute(),
    )
  const endAt = async (id: string, expires_at: number) =>
    withDialect(place(), async ({ db }) =>
      db.updateTable('shares').set({ expires_at }).where('id', '=', id).execute(),
    )

  /** The audible samples, at 48 kHz. */
  async function heard(link: Link): Promise<Int16Array> {
    const answer = await until(
      async () => link.open('audio'),
      ({ status }) => status !== 202,
    )
    assert.equal(answer.status, 200, await answer.clone().text())
    assert.equal(answer.headers.get('content-type'), 'audio/mp4')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.ok(!bytes.includes('Hartmann'))
    const part = await link.open('audio', { headers: { range: 'bytes=4-7' } })
    assert.deepEqual([part.status, await part.text()], [206, 'ftyp'])
    const file = join(folder, `${link.id}.m4a`)
    await writeFile(file, bytes)
    const decoded = await piped('-i', file, '-f', 's16le')
    return new Int16Array(decoded.buffer, decoded.byteOffset, decoded.length / 2)
  }
  const loudest = (samples: Int16Array) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)

  async function assertEnded(link: Link): Promise<void> {
    const page = await link.open()
    assert.equal(page.status, 404)
    assert.match(await page.text(), /This link is not valid/)
    for (const path of ['transcript', 'transcript.txt', 'audio'])
      assert.equal((await link.open(path)).status, 404, path)
    assert.equal((await link.open('opened', { method: 'POST' })).status, 404)
  }

  test('show the transcript with its title and the names of its speakers, and nothing else of the job', async () => {
    const job = await doneJob()
    const link = await share(job)
    assert.deepEqual(
      [link.from, link.to, link.audio, link.download, link.redacted, link.expires_at],
      [null, null, true, false, false, null],
    )
    const shown = await link.transcript()
    assert.deepEqual(Object.keys(shown).toSorted(), [
      ...['audio', 'download', 'duration', 'speaker_names', 'title', 'utterances'],
    ])
    assert.equal(shown.title, 'The hearing')
    assert.equal(shown.duration, SECONDS)
    // No name of somebody who does not speak in it.
    assert.deepEqual(shown.speaker_names, { 0: 'Anna', 1: 'Bert' })
    assert.deepEqual(
      shown.utterances.map(({ text, speaker, start }) => [text, speaker, start]),
      TRANSCRIPT.utterances.map(({ text, speaker, start }) => [text, speaker, start]),
    )
    assert.deepEqual(Object.keys(shown.utterances[0]?.words[0] ?? {}), ['word', 'start', 'end'])
    const everything = JSON.stringify(shown) + (await (await link.open()).text())
    for (const other of [job, 'Hartmann', 'Topsecret', link.id, 'example.com'])
      assert.ok(!everything.includes(other), other)
    const samples = await heard(link)
    assert.ok(Math.abs(samples.length / 48_000 - SECONDS) < 0.05, String(samples.length))
    assert.ok(loudest(samples) > 20_000)
  })

  test('reveal nothing outside their range, in text or audio', async () => {
    const link = await share(await doneJob(), { ...SHARED, download: true })
    const shown = await link.transcript()
    assert.equal(shown.duration, 4)
    // The words that are entirely inside, with times relative to the audible part.
    assert.deepEqual(
      shown.utterances.map(({ text, start, end, words }) => [text, start, end, words.length]),
      [
        ['four five.', 0, 1.8, 2],
        ['Six seven', 2, 3.8, 2],
      ],
    )
    const outside = /one|two|three|eight|nine|ten/i
    assert.doesNotMatch(JSON.stringify(shown.utterances), outside)
    const texts: Record<string, string> = {}
    for (const format of ['txt', 'srt', 'vtt', 'docx']) {
      const answer = await link.open(`transcript.${format}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-disposition'), `attachment; filename="The hearing.${format}"`)
      texts[format] = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    }
    assert.equal(texts['txt'], 'Anna: four five.\n\nBert: Six seven')
    assert.match(texts['vtt'] ?? '', /^WEBVTT\n\n00:00:00\.000 --> /)
    for (const format of ['srt', 'vtt']) assert.doesNotMatch(texts[format] ?? '', outside)
    assert.equal(texts['docx']?.slice(0, 2), 'PK')
    const samples = await heard(link)
    assert.ok(Math.abs(samples.length / 48_000 - 4) < 0.03, String(samples.length))
    // At both ends, the encoder of playable audio has spread some noise over a frame of 21 ms.
    assert.ok(loudest(samples.subarray(2_000, -2_000)) < 50)
    assert.ok(loudest(samples) < 1_000)
  })

  test('require a valid range', async () => {
    const job = await doneJob()
    for (const [body, fault] of [
      [{ from: 5, to: 5 }, 'to: must be after from'],
      [{ from: SECONDS }, 'from: must be before the end of the audio, 12'],
      [{ to: 13 }, 'to: must not be after the end of the audio, 12'],
      [{ from: -1 }, 'from: '],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at: must be in the future'],
      [{ audio: true, redacted: true }, 'audio: must not be true with redacted'],
    ] as const) {
      const { validation_errors: faults = [] } = await client.refused(400, 'POST', `/v2/jobs/${job}/shares`, {
        body,
      })
      assert.ok(faults[0]?.startsWith(fault), faults.join())
    }
    // Times rounded to milliseconds.
    assert.equal((await share(job, { from: 2, to: SECONDS + 0.0005 })).to, SECONDS)
    const { message } = await client.refused(409, 'POST', `/v2/jobs/${world.liveJob}/shares`, { body: {} })
    assert.match(message, /the job is queued/)
  })

  test('show only the redacted text of a redacted job, unless the unredacted one is requested', async () => {
    const plain = await doneJob()
    const { message } = await client.refused(409, 'POST', `/v2/jobs/${plain}/shares`, {
      body: { redacted: true },
    })
    assert.match(message, /^redacted: .*pii_redaction/)

    const job = await doneJob(REDACTED)
    const { validation_errors: faults } = await client.refused(400, 'POST', `/v2/jobs/${job}/shares`, {
      body: { audio: true },
    })
    assert.match(String(faults), /^audio: .* redacted: false/)
    const link = await share(job, { download: true })
    assert.deepEqual([link.redacted, link.audio], [true, false])
    const shown = await link.transcript()
    assert.deepEqual([shown.title, shown.speaker_names, shown.audio], [null, {}, false])
    assert.equal((await link.open('audio')).status, 404)
    const file = await link.open('transcript.txt')
    assert.equal(file.headers.get('content-disposition'), 'attachment; filename=Transcript.txt')
    assert.match(await file.text(), /^Speaker 1: One two/)
    assert.equal((await (await share(job, { redacted: false })).transcript()).audio, true)
  })

  test('show the newest transcript', async () => {
    const job = await doneJob()
    const link = await share(job)
    const utterances = [{ start: 0, end: 4, channel: 0, text: 'Corrected.' }]
    const sent = { body: { utterances }, headers: { 'if-match': '"0"' } }
    assert.equal((await client.send('PUT', `/v2/jobs/${job}/transcript`, sent)).status, 200)
    assert.deepEqual(
      (await link.transcript()).utterances.map(({ text }) => text),
      ['Corrected.'],
    )
  })

  test('allow downloads and audio only if they say so', async () => {
    const link = await share(await doneJob(), { audio: false })
    assert.equal((await link.transcript()).audio, false)
    for (const path of ['audio', 'transcript.txt', 'transcript.srt', 'transcript.vtt', 'transcript.docx'])
      assert.equal((await link.open(path)).status, 404, path)
  })

  test('count visitors of the page, not previews of the link', async () => {
    const job = await doneJob()
    const link = await share(job)
    for (const method of ['HEAD', 'GET']) assert.equal((await link.open('', { method })).status, 200)
    await link.transcript()
    assert.deepEqual(
      (await listed(job)).map(({ opened_count: count }) => count),
      [0],
    )
    for (let times = 0; times < 2; times++)
      assert.equal((await link.open('opened', { method: 'POST' })).status, 204)
    const [item = assert.fail()] = await listed(job)
    assert.equal(item.opened_count, 2)
    assert.ok(Date.now() - Date.parse(item.last_opened_at ?? '') < 60_000)
    const { url: _url, token: _token, open: _open, transcript: _transcript, ...created } = link
    assert.deepEqual({ ...item, opened_count: 0, last_opened_at: null }, created)
  })

  test('end when they are revoked, together with their excerpt of the audio', async () => {
    const job = await doneJob()
    const link = await share(job, SHARED)
    await heard(link)
    const [clip = assert.fail()] = await clipsOf(link)
    const path = `/v2/jobs/${job}/shares/${link.id}`
    await world.stranger.refused(404, 'DELETE', path)
    await client.refused(404, 'DELETE', `/v2/jobs/${world.liveJob}/shares/${link.id}`)
    assert.equal((await client.send('DELETE', path)).status, 204)
    await client.refused(404, 'DELETE', path)
    assert.deepEqual(await listed(job), [])
    await assertEnded(link)
    assert.deepEqual(await clipsOf(link), [])
    // Its bytes are deleted like those of any file.
    const waiting = await withDialect(place(), async ({ db }) =>
      db.selectFrom('uploads').select('owner').where('file', '=', clip.file).execute(),
    )
    assert.deepEqual(
      waiting.map(({ owner }) => owner),
      [null],
    )
  })

  test('end when they expire', async () => {
    const job = await doneJob()
    const link = await share(job, { ...SHARED, expires_at: new Date(Date.now() + 60_000).toISOString() })
    const other = await share(job, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    await heard(link)
    const ended = Date.now() - 1
    await endAt(link.id, ended)
    await assertEnded(link)
    await withDialect(place(), async (dialect) => {
      const { shares } = await openTestStore(dialect)
      assert.equal(await shares.removeEnded(ended), false)
      assert.equal((await listed(job)).length, 2)
      await shares.removeEnded(ended + 1)
    })
    assert.deepEqual(
      (await listed(job)).map(({ id }) => id),
      [other.id],
    )
    assert.deepEqual(await clipsOf(link), [])
  })

  test('end with their job, whether it is deleted alone or with others', async () => {
    const [one, other] = [await doneJob(), await doneJob()]
    const links = [await share(one, SHARED), await share(other)]
    assert.equal((await client.send('DELETE', `/v2/jobs/${one}`)).status, 202)
    const tag = { body: { tags: ['to-delete'] } }
    assert.equal((await client.send('PATCH', `/v2/jobs/${other}`, tag)).status, 200)
    assert.equal((await client.send('DELETE', '/v2/jobs?tag=to-delete')).status, 202)
    await until(
      async () => links[1]!.open(),
      ({ status }) => status === 404,
    )
    for (const link of links) await assertEnded(link)
    const rows = await withDialect(place(), async ({ db }) =>
      db.selectFrom('shares').selectAll().where('job_id', 'in', [one, other]).execute(),
    )
    assert.deepEqual(rows, [])
  })

  test('need the right to write, and end with the membership of their creator', async () => {
    const job = await doneJob()
    const editor = await Person.join(client, 'editor', 'Edith')
    const viewer = await Person.join(client, 'viewer', 'Victor')
    const path = `/v2/jobs/${job}/shares`
    assert.match(await viewer.refused(403, 'POST', path, {}), /editor or admin/)
    const { status, body } = await editor.send<CreatedShare>('POST', path, {})
    assert.equal(status, 201)
    const link = linkOf(body)
    assert.deepEqual(link.created_by, { kind: 'user', id: editor.id, name: 'Edith' })
    assert.equal((await viewer.get<ShareList>(path)).items.length, 1)
    assert.match(await viewer.refused(403, 'DELETE', `${path}/${link.id}`), /editor or admin/)
    await link.transcript()
    assert.equal((await client.send('DELETE', `/v2/members/${editor.id}`)).status, 204)
    await assertEnded(link)
    assert.deepEqual(await listed(job), [])
    await world.stranger.refused(404, 'GET', path)
    await world.stranger.refused(404, 'POST', path, { body: {} })
  })

  test('show nothing if their user was removed while they were made', async () => {
    const job = await doneJob()
    await withDialect(place(), async (dialect) => {
      const { accounts, shares } = await openTestStore(dialect)
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      const options = { from: null, to: null, audio: true, download: true, redacted: false, expiresAt: null }
      for (const user of [null, randomUUID()]) {
        const made = await shares.create({ account, who: OPERATOR, user }, job, options)
        assert.ok(made !== null && made !== 'full')
        assert.equal((await shares.find(made.token)) === null, user !== null)
      }
    })
  })

  test('have tokens that are hashed at rest, never logged, and useless elsewhere', async () => {
    const job = await doneJob()
    const link = await share(job)
    const rows = await withDialect(place(), async ({ db }) =>
      db.selectFrom('shares').selectAll().where('id', '=', link.id).execute(),
    )
    assert.equal(rows[0]?.token_hash, hash('sha256', link.token))
    assert.ok(!JSON.stringify(rows).includes(link.token))
    for (const headers of [
      { 'x-service-key': link.token },
      { authorization: `Bearer ${link.token}` },
      { cookie: `scriptorium_console=${link.token}`, 'x-console': '1' },
    ])
      assert.equal((await fetchAs(`${world.service.url}/v2/jobs/${job}`, { headers })).status, 401)
    // Also without a route, and in an invalid URL.
    for (const path of ['', 'transcript', 'audio', 'nowhere', '%zz']) await link.open(path)
    for (const path of ['shared//', '%73hared/']) await fetchAs(`${world.service.url}/${path}${link.token}`)
    const paths = await until(
      () => world.service.log.map(({ path }) => path),
      (all) => all.includes('/shared/:token/%zz') && all.includes('/shared/:token/transcript'),
    )
    assert.ok(paths.includes('/shared/:token'))
  })

  test('neither read nor set cookies, and keep out search engines, other pages and other scripts', async () => {
    const link = await share(await doneJob())
    await heard(link)
    for (const path of ['', 'transcript', 'audio', 'nowhere']) {
      const { headers } = await link.open(path)
      if (path === 'nowhere') continue
      assert.equal(headers.get('set-cookie'), null)
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.match(headers.get('cache-control') ?? '', /^no-store$/)
    }
    const page = await link.open()
    const html = await page.text()
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; /)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/)
    assert.match(html, /<meta name="robots" content="noindex, nofollow">/)
    const scripts = [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path)
    assert.equal(scripts.length, 2)
    for (const path of scripts)
      assert.equal((await fetch(new URL(`/shared/${path}`, world.service.url))).status, 200)
    // Nothing of the console.
    const console = await (
      await fetch(`${world.service.url}/console`, { headers: { accept: 'text/html' } })
    ).text()
    const [, script = assert.fail()] = /assets\/(main-[^"]+\.js)/.exec(console) ?? []
    assert.equal((await fetch(`${world.service.url}/shared/assets/${script}`)).status, 404)
  })

  test('are limited in number per job, and in use per service', async () => {
    const job = await doneJob()
    await withDialect(place(), async (dialect) => {
      const { accounts, shares } = await openTestStore(dialect)
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      const options = {
        from: null,
        to: null,
        audio: false,
        download: false,
        redacted: false,
        expiresAt: null,
      }
      for (let i = 0; i < 100; i++)
        assert.notEqual(await shares.create({ account, who: OPERATOR, user: null }, job, options), 'full')
    })
    const { message } = await client.refused(409, 'POST', `/v2/jobs/${job}/shares`, { body: {} })
    assert.match(message, /has 100 links: revoke one/)
    // An expired one does not count.
    const [first = assert.fail()] = await listed(job)
    await endAt(first.id, Date.now() - 1)
    await share(job)
    await client.refused(409, 'POST', `/v2/jobs/${job}/shares`, { body: {} })
    const busy = await share(await doneJob())
    const statuses = new Set<number>()
    for (let i = 0; i < 300; i++) statuses.add((await busy.open('transcript.txt')).status)
    assert.deepEqual([...statuses], [404])
    const refused = await busy.open()
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) <= 60)
    assert.match(
      await refused.text(),
      /<meta http-equiv="refresh" content="\d+">.*Too many people are using this link/,
    )
    // A listener who has already begun continues.
    assert.notEqual((await busy.open('audio')).status, 429)
    await (await share(await doneJob())).transcript()
  })

  test('cannot be guessed', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await fetch(`${world.service.url}/shared/${'x'.repeat(42)}${i % 10}`)).status)
    assert.deepEqual(new Set(statuses), new Set([404, 429]))
    assert.equal(statuses.at(-1), 429)
    await (await share(await doneJob())).transcript()
  })
})
