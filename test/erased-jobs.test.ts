/** Deleted data is in no table and no file: every part of a job contains a distinctive word. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { OPERATOR } from '../src/jobs/caller.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import { changeBetween } from '../src/transcripts/revised-transcript.ts'
import { Uploads } from '../src/intake/uploads.ts'
import { deletionOf } from './support/deletion-of.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'

const NODE = 'node'
/** Distinctive words without their first letters, which an index stores with the word before. */
const SECRETS = {
  transcript: 'anzibarquux',
  correction: 'orrectionist',
  metadata: 'ecret-plan',
  filename: 'ecord-of-nobody',
  audio: 'aveform-bytes',
  callback: 'essage-for-nobody',
  answer: 'eply-of-nobody',
  title: 'itle-of-nobody',
} as const

/** The tables with a row whose text contains a word. */
async function tablesWith({ db }: Dialect, word: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    if (JSON.stringify(rows).includes(word)) found.push(name)
  }
  return found
}

onEachStore('a job', (fresh) => {
  for (const way of ['a deletion of many jobs', 'the end of its retention'])
    test(`leaves nothing behind after ${way}`, async (t) => {
      const { url, drop } = await fresh()
      t.after(drop)
      const dataDir = temporaryFolder()
      const files = await DiskAudioFiles.open(join(dataDir, 'files'))
      await withDialect({ dataDir, databaseUrl: url }, async (dialect) => {
        const store = await openTestStore(dialect)
        const account = await store.accounts.ensure('default')
        const uploads = new Uploads(files, store.uploads, NODE)
        await store.nodes.register(
          { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
          60_000,
          null,
        )
        const create = async (name: string, isSecret: boolean) => {
          const secret = (of: keyof typeof SECRETS) => (isSecret ? `x${SECRETS[of]}` : `plain ${of}`)
          const { id: file, size } = await uploads.receive(Readable.from([Buffer.from(secret('audio'))]), {
            maxBytes: 1_000,
          })
          const about = { extension: 'wav', source: null, size, duration: 1, channels: 1 }
          await store.files.add(account, { id: file, filename: `${secret('filename')}.wav`, ...about })
          const callback_config = { url: `https://example.com/${secret('callback')}`, method: 'POST' }
          const requestParams = {
            callback: true,
            callback_config,
            ...(isSecret && { retention: { transcript_days: 0 } }),
          }
          const customMetadata = { name, plan: secret('metadata') }
          const job = { kind: 'pre-recorded', customMetadata, requestParams, fileId: file } as const
          const { id } = await store.jobs.create(account, job)
          const full_transcript = `${secret('transcript')} ${name} `.repeat(200)
          await store.work.finish(id, {
            status: 'done',
            result: { transcription: { full_transcript, languages: [], utterances: [] } } as never,
          })
          await store.jobs.setDetails(account, id, { title: secret('title') }, OPERATOR)
          const before = { full_transcript, languages: [], utterances: [] }
          const text = secret('correction')
          const after = { ...before, full_transcript: text, utterances: [{ text }] } as never
          const change = changeBetween(before, after)
          await store.transcripts.add(account, id, { from: 0, ...change, changes: 1, by: OPERATOR })
          return secret('answer')
        }
        const answers: string[] = []
        for (let i = 0; i < 12; i++) answers.push(await create(`number${i}`, i === 5))
        await attempt(dialect, answers[5] ?? '')
        const filesWith = () =>
          Object.values(SECRETS).filter((word) =>
            readdirSync(dataDir, { recursive: true, withFileTypes: true }).some(
              (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(word),
            ),
          )
        const inTables = async () => {
          const found = []
          for (const word of Object.values(SECRETS))
            if ((await tablesWith(dialect, word)).length > 0) found.push(word)
          return found
        }
        const { audio: _inFile, ...stored } = SECRETS
        assert.deepEqual(await inTables(), Object.values(stored))
        if (url === null) assert.deepEqual(filesWith(), Object.values(SECRETS))

        if (way === 'a deletion of many jobs') {
          const customMetadata = { plan: `x${SECRETS.metadata}` }
          await store.bulkRequests.begin(account, deletionOf({ ...NO_FILTER, customMetadata }))
          while (await store.bulkRequests.advance(10));
        } else await store.retention.removeExpired({ what: 'transcript', of: null }, 10)
        await uploads.collect()
        await dialect.eraseDeleted()
        assert.deepEqual(await inTables(), [])
        assert.deepEqual(filesWith(), [])
        assert.equal(
          await dialect.db
            .selectFrom('jobs')
            .select('id')
            .execute()
            .then(({ length }) => length),
          11,
        )
      })
    })
})

/** The answer of the endpoint for the secret job. */
async function attempt({ db }: Dialect, answer: string): Promise<void> {
  const { id, account } = await db
    .selectFrom('deliveries')
    .select(['id', 'account'])
    .where('url', 'like', `%${SECRETS.callback}`)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('delivery_attempts')
    .values({ account, delivery: id, number: 1, at: 0, duration: 1, status: 500, answer, error: null })
    .execute()
}
