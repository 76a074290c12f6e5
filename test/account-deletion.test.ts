/** Deleting an account removes everything it owns and nothing else. TEST_ACCOUNT_JOBS is its number of jobs in the test with kills. */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Uploads } from '../src/intake/uploads.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import { AccountBeingDeletedError } from '../src/jobs/deletion.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { changeBetween } from '../src/transcripts/revised-transcript.ts'
import { deletionOf } from './support/deletion-of.ts'
import { openFresh } from './support/fresh-store.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'

const NODE = 'node'

/** Strings of every kind that only the deleted account contains. */
const SECRET = 'anzibarquux'

/** The rows of each table with an `account` column, as JSON: those of one account, or those of all others. */
async function rowsOf({ db }: Dialect, account: number, isOf: boolean): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  const found = new Map<string, string[]>()
  for (const { name, columns } of tables) {
    if (!columns.some((column) => column.name === 'account')) continue
    const is = isOf ? sql`=` : sql`<>`
    const { rows } = await sql`select * from ${sql.table(name)} where account ${is} ${account}`.execute(db)
    found.set(name, rows.map((row) => JSON.stringify(row)).toSorted())
  }
  return found
}

/** The tables and files that contain a word. */
async function placesOf({ db }: Dialect, folder: string, word: string): Promise<string[]> {
  const places: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    if (JSON.stringify(rows).includes(word)) places.push(name)
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(word))
      places.push(entry.name)
  return places
}

/** An account with rows in every table. */
class Filled {
  readonly #store: Store
  readonly #uploads: Uploads
  readonly id: number
  readonly name: string
  /** A distinctive word without its first letter, which an index stores with the word before it. */
  readonly #word: string
  /** Every way to get access, each returning whether it still works. */
  readonly ways: (() => Promise<boolean>)[] = []

  private constructor(store: Store, uploads: Uploads, id: number, name: string, word: string) {
    this.#store = store
    this.#uploads = uploads
    this.id = id
    this.name = name
    this.#word = `x${word}`
  }

  static async in(
    { store, dialect }: { readonly store: Store; readonly dialect: Dialect },
    uploads: Uploads,
    name: string,
    word: string,
  ): Promise<Filled> {
    const filled = new Filled(store, uploads, await store.accounts.ensure(name), name, word)
    await filled.#fillJobs(dialect)
    await filled.#fillPeople()
    return filled
  }

  async #upload(): Promise<string> {
    const bytes = Readable.from([Buffer.from(`audio ${this.#word}`)])
    const { id, size } = await this.#uploads.receive(bytes, { maxBytes: 1_000 })
    const file = {
      id,
      size,
      filename: `${this.#word}.wav`,
      extension: 'wav',
      source: null,
      duration: 1,
      channels: 1,
    }
    await this.#store.files.add(this.id, file)
    return id
  }

  async #job(number: number, outcome: 'done' | 'open'): Promise<string> {
    const { jobs, work } = this.#store
    const { id } = await jobs.create(this.id, {
      kind: 'pre-recorded',
      customMetadata: { plan: this.#word },
      requestParams: {
        callback: true,
        callback_config: { url: `https://example.com/${this.#word}`, method: 'POST' },
      },
      fileId: number % 3 === 0 ? await this.#upload() : null,
      request: {
        ...{ account: this.id, operation: '/v2/pre-recorded', key: `${number}`, fingerprint: '', node: NODE },
        answer: () => this.#word,
      },
    })
    await jobs.setDetails(this.id, id, { title: this.#word, tags: [this.#word] }, OPERATOR)
    if (outcome === 'open') return id
    const full_transcript = `${this.#word} number${number}`
    const result = { transcription: { full_transcript, languages: [], utterances: [] } } as never
    await work.finish(id, { status: 'done', result, voices: Buffer.from(this.#word) })
    return id
  }

  async #fillJobs({ db }: Dialect): Promise<void> {
    const {
      accounts,
      keys,
      callers,
      audit,
      bulkRequests,
      files,
      jobs,
      live,
      retention,
      settings,
      shares,
      transcripts,
    } = this.#store
    const ids: string[] = []
    for (let i = 0; i < 9; i++) ids.push(await this.#job(i, 'done'))
    const [corrected = '', deleted = '', , trashed = ''] = ids
    const before = { full_transcript: `${this.#word} number0`, languages: [], utterances: [] }
    const after = { ...before, full_transcript: this.#word, utterances: [{ text: this.#word }] } as never
    const by = { kind: 'key', id: null, name: this.#word } as const
    const measured = {
      errors: [{ language: 'en', model: this.#word, words: 100, wrong: 3 }],
      corrections: [{ heard: 'ward', typed: this.#word }],
    } as const
    await transcripts.add(this.id, corrected, {
      ...{ from: 0, ...changeBetween(before, after), measured, changes: 1, by },
    })
    // From the middle, so that its number among the jobs with the same metadata becomes a gap.
    await jobs.delete(this.id, deleted, null)
    await jobs.trash(this.id, trashed, null)
    const source = await db
      .selectFrom('files')
      .select('id')
      .where('account', '=', this.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('retranscriptions')
      .values({
        ...{ account: this.id, ordinal: 1, state: 'failed', params: '{}', accepted: 0, created_at: 1 },
        ...{ requested_by: JSON.stringify(by), error: this.#word },
      })
      .execute()
    const derived = async () =>
      (await this.#uploads.receive(Readable.from([Buffer.from('peaks')]), { maxBytes: 9 })).id
    await files.addDerived(this.id, source.id, { playback: await derived(), peaks: await derived() })
    const { id: delivery } = await db
      .selectFrom('deliveries')
      .select('id')
      .where('account', '=', this.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('delivery_attempts')
      .values({
        account: this.id,
        delivery,
        number: 1,
        at: 0,
        duration: 1,
        status: 500,
        answer: this.#word,
        error: null,
      })
      .execute()
    await this.#upload()
    for (const number of [10, 11]) {
      const recognised = {
        job_id: await this.#job(number, 'open'),
        attempt: '1',
        position: 0,
        text: this.#word,
      }
      await db
        .insertInto('recognised_texts')
        .values({ account: this.id, ...recognised })
        .execute()
    }
    await retention.set(this.id, { audioDays: 9, transcriptDays: null })
    await settings.set(this.id, 'views', JSON.stringify(this.#word))
    const items = [{ id: 'a', url: 'https://example.com', events: ['job.deleted'] }]
    await settings.set(this.id, 'webhooks', JSON.stringify({ items }))
    await jobs.delete(this.id, await this.#job(12, 'done'), null)
    const name = this.#word
    await audit.add([
      { operation: 'createKey', account: this.id, details: { name }, id: randomUUID(), age: 0 },
    ])
    await bulkRequests.begin(this.id, deletionOf({ ...NO_FILTER, tags: [this.#word] }))
    await accounts.callbackSecrets(this.id)
    const { key, id } = await keys.create(this.id, this.#word)
    this.ways.push(async () => (await callers.authenticate(key)) !== null)
    const tokenHash = hash('sha256', `token ${this.name}`)
    const session = { customMetadata: { plan: this.#word }, params: {} as never, key: null }
    await live.begin(this.id, session, tokenHash)
    this.ways.push(async () => (await live.find({ tokenHash }))?.isRevoked === false)
    const who = { account: this.id, who: { kind: 'key', id, name: this.#word }, user: null } as const
    const options = { from: null, to: null, audio: true, download: false, redacted: false, expiresAt: null }
    const shared = await shares.create(who, corrected, options)
    assert.ok(shared !== null && shared !== 'full')
    this.ways.push(async () => (await shares.find(shared.token)) !== null)
  }

  async #fillPeople(): Promise<void> {
    const { keys, callers, consoleSessions, invitations } = this.#store
    const invite = async () => {
      const given = {
        role: 'admin',
        email: `${this.#word}@example.org`,
        createdBy: OPERATOR,
        expiresAt: Date.now() + 60_000,
      } as const
      return (await invitations.create(this.id, given)).token
    }
    const open = await invite()
    this.ways.push(async () => (await invitations.find(open)) !== null)
    const accepted = await invitations.accept(await invite(), { name: this.#word })
    const user = accepted?.user ?? ''
    await this.#store.passkeys.add({
      ...{ credentialId: this.#word, user, name: this.#word, publicKey: Buffer.from('key') },
      ...{ counter: 0, transports: [], origin: 'http://localhost' },
    })
    const holder = { account: this.id, key: null, user }
    const token = await consoleSessions.begin(holder, this.#word, async (db, session_id) => {
      const issuer = { issuer: 'https://id.example.org', subject: this.#word, sid: null }
      const secret = { refresh_token: null, id_token: this.#word, checked_at: 0 }
      await db
        .insertInto('issuer_sessions')
        .values({ session_id, account: this.id, ...issuer, ...secret })
        .execute()
    })
    this.ways.push(async () => (await consoleSessions.find(token)) !== null)
    const { key } = await keys.create(this.id, 'own', { user })
    this.ways.push(async () => (await callers.authenticate(key)) !== null)
  }
}

onEachStore('the deletion of an account', (fresh) => {
  test('removes everything it owns and nothing of others, and the database is sound at every step', async (t) => {
    const opened = await openFresh(fresh)
    t.after(async () => opened.close())
    const { store, dialect, place } = opened
    const { accountDeletions, accounts, users, members } = store
    const files = await DiskAudioFiles.open(join(place.dataDir, 'files'))
    const uploads = new Uploads(files, store.uploads, NODE)
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      60_000,
      null,
    )
    const other = await Filled.in(opened, uploads, 'other', 'of others')
    const third = await Filled.in(opened, uploads, 'third', 'of the third')
    // The newest account: SQLite might give its id to the next one.
    const gone = await Filled.in(opened, uploads, 'gone', SECRET)
    // A member of both accounts who has made changes in both.
    const [mover] = await members.list(gone.id)
    const invitation = {
      role: 'editor',
      email: null,
      createdBy: OPERATOR,
      expiresAt: Date.now() + 60_000,
    } as const
    const { token } = await store.invitations.create(gone.id, invitation)
    const [member] = await members.list(other.id)
    await store.invitations.accept(token, { user: member?.id ?? '' })
    await store.consoleSessions.begin({ account: gone.id, key: null, user: member?.id ?? '' }, 'browser')

    const present = await rowsOf(dialect, gone.id, true)
    assert.deepEqual(
      [...present].filter(([, rows]) => rows.length === 0),
      [],
      'fill those tables too',
    )
    const others = await rowsOf(dialect, gone.id, false)
    assert.ok((await placesOf(dialect, place.dataDir, SECRET)).length > 10)
    for (const { ways } of [other, third, gone]) for (const way of ways) assert.ok(await way())
    const check = async () => Array.fromAsync(checkStore({ dialect, files, repair: null }))
    assert.deepEqual(await check(), [])

    assert.ok(await accountDeletions.begin(gone.id))
    assert.equal(await accountDeletions.begin(gone.id), false)
    for (const way of gone.ways) assert.equal(await way(), false)
    assert.equal(await accounts.find('gone'), null)
    await assert.rejects(accounts.ensure('gone'), AccountBeingDeletedError)
    assert.equal(await users.find(mover?.id ?? ''), null)
    assert.deepEqual(
      (await accountDeletions.begun()).map(({ id }) => id),
      [gone.id],
    )

    const liveJob = await dialect.db
      .selectFrom('live_sessions')
      .select('job_id')
      .where('account', '=', gone.id)
      .executeTakeFirstOrThrow()
    const claimed = await store.work.claim(NODE, {
      stage: 'fetch',
      leaseMs: 60_000,
      except: [other.id, third.id],
    })
    assert.equal(claimed?.account, gone.id)
    const stopped: string[] = []
    let waited = 0
    for (let steps = 0; ; steps++) {
      assert.ok(steps < 500)
      const step = await accountDeletions.advance(gone.id, 3)
      stopped.push(...step.stopped)
      if (steps % 6 === 0) assert.deepEqual(await check(), [], `after step ${steps}`)
      if (step.state === 'deleted') break
      if (step.state === 'more') continue
      // Only the node that has the session open can end it.
      assert.equal(waited++, 0)
      const failure = { status: 'error', code: 401, message: 'the key was revoked' } as const
      assert.ok(await store.live.finish(liveJob.job_id, NODE, failure, null))
    }
    assert.equal(waited, 1)
    assert.deepEqual(stopped, [claimed.jobId])
    assert.equal(await store.work.finish(claimed, { status: 'error', code: 500, message: 'late' }), false)

    const left = await rowsOf(dialect, gone.id, true)
    assert.deepEqual(
      [...left].filter(([, rows]) => rows.length > 0),
      [],
    )
    assert.deepEqual(await rowsOf(dialect, gone.id, false), others)
    for (const { ways } of [other, third]) for (const way of ways) assert.ok(await way())
    await uploads.collect()
    assert.deepEqual(await placesOf(dialect, place.dataDir, SECRET), [])
    assert.deepEqual(await check(), [])
    assert.ok((await accounts.ensure('gone')) > gone.id, 'the id of a deleted account is never reused')
  })
})
