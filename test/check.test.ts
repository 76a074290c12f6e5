/** `scriptorium check`: the damage that it finds, and what it repairs. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { retranscriptionRequest } from '../src/contract/retranscription.ts'
import { searchWords } from '../src/contract/search-words.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import type { Finding } from '../src/store/check/check.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import { database } from '../src/store/configured-database.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import { NEWEST_MIGRATION } from '../src/store/migrations/index.ts'
import { Uploads } from '../src/intake/uploads.ts'
import type { BusyTask } from './support/busy-store.ts'
import { openFresh, type OpenStore } from './support/fresh-store.ts'
import { isLong } from './support/long.ts'
import { onEachStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { temporaryFolder } from './support/scriptorium.ts'

const NODE = randomUUID()
const BUSY_STORE = fileURLToPath(new URL('support/busy-store.ts', import.meta.url))
/** Jobs that another process writes during the check. */
const BUSY_JOBS = isLong ? 3_000 : 60

onEachStore('scriptorium check', (fresh) => {
  let opened: OpenStore
  let reader: Dialect
  let folder: string
  let files: DiskAudioFiles
  /** Files of jobs that are done. */
  let audio: string[]

  before(async () => {
    opened = await openFresh(fresh)
    reader = database(opened.place, { readOnly: true })
    folder = join(temporaryFolder(), 'files')
    files = await DiskAudioFiles.open(folder)
    audio = await fill(opened, files)
  })
  after(async () => {
    await reader.db.destroy()
    await opened.close()
  })

  const check = async (repair: Dialect | null = null): Promise<Finding[]> =>
    Array.fromAsync(checkStore({ dialect: reader, files, repair }))
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)

  test('finds nothing in sound data', async () => {
    assert.deepEqual(await check(), [])
  })

  test('repairs what can be derived from other rows', async () => {
    const { db, words } = opened.dialect
    const { account } = opened
    const rounds: Record<string, () => Promise<unknown>>[] = [
      {
        job_counts: async () => sql`update job_counts set jobs = jobs + 1 where level = 2`.execute(db),
        usage: async () => sql`delete from daily_audio`.execute(db),
        account_usage: async () => sql`update account_usage set amount = amount - 1`.execute(db),
        'files.jobs': async () => sql`update files set jobs = jobs + 3`.execute(db),
        job_leaves: async () => sql`delete from job_leaves where ordinal = 3 and path <> 'tag'`.execute(db),
        tag_counts: async () => sql`update tag_counts set jobs = jobs + 1 where tag = 'even'`.execute(db),
        job_words: async () =>
          words.remove(db, account, [{ ordinal: 1, words: searchWords('the words of job number 1') }]),
        work: async () => sql`delete from work`.execute(db),
        // A retranscription that is missing from the queue.
        retranscriptions: async () => {},
        live_sessions: async () => sql`update live_sessions set ended = 1`.execute(db),
      },
      {
        job_counts: async () => sql`delete from job_counts where level = 1 and bucket = 2`.execute(db),
        usage: async () => sql`delete from job_counts where level = 4`.execute(db),
        job_leaves: async () =>
          sql`update job_leaves set number = 1 where ordinal in (4, 5) and path <> 'tag'`.execute(db),
        tag_counts: async () => sql`delete from tag_counts where tag = 'plan'`.execute(db),
        job_words: async () => words.add(db, account, 900, ['surplus']),
        work: async () => sql`update work set has_file = 1 - has_file`.execute(db),
        account_usage: async () => sql`update account_usage set amount = amount + 5`.execute(db),
        job_results: async () =>
          db.insertInto('job_results').values({ account, ordinal: 999, result: '{}' }).execute(),
        job_voices: async () =>
          db
            .insertInto('job_voices')
            .values({ account, ordinal: 999, voices: Buffer.of(1) })
            .execute(),
        retranscriptions: async () =>
          sql`update retranscriptions set ordinal = 999 where state = 'failed'`.execute(db),
      },
      {
        job_leaves: async () => sql`update job_leaves set value = value || '?' where ordinal = 6`.execute(db),
        // The account of the leaves.
        tag_counts: async () => {},
        account_usage: async () =>
          sql`update account_usage set amount = amount - 1 where what = 'storage'`.execute(db),
        retranscriptions: async () =>
          sql`update retranscriptions set transcription = null where state = 'ready'`.execute(db),
        accounts: async () => sql`update accounts set last_ordinal = 1`.execute(db),
        'accounts.job_changes': async () => sql`update accounts set job_changes = 1`.execute(db),
        deleted_jobs: async () =>
          sql`insert into deleted_jobs select account, change, ordinal, id from jobs where ordinal = 1`.execute(
            db,
          ),
        users: async () => sql`delete from memberships`.execute(db),
        // The account of the member.
        console_sessions: async () => {},
        uploads: async () =>
          db.insertInto('uploads').values({ file: audio[0]!, owner: null, created_at: 1 }).execute(),
      },
    ]
    for (const damages of rounds) {
      for (const damage of Object.values(damages)) await damage()
      const found = await check()
      const names = Object.keys(damages).toSorted()
      assert.deepEqual([...new Set(found.map((one) => one.check))].toSorted(), names)
      assert.ok(found.every(({ isRepairable, isRepaired }) => isRepairable && !isRepaired))
      const repaired = await check(opened.dialect)
      assert.ok(repaired.length > 0 && repaired.every(({ isRepaired }) => isRepaired))
      assert.deepEqual(await check(), [], `after the repair of ${names.join()}`)
    }
  })

  test('refuses the schema of another version', async () => {
    const { db } = opened.dialect
    const add = async (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
        db,
      )
    const remove = async (name: string) => sql`delete from kysely_migration where name = ${name}`.execute(db)
    await add('999-future')
    await assert.rejects(check(), /newer version of scriptorium .*; use that version/)
    await remove('999-future')
    await remove(NEWEST_MIGRATION)
    await assert.rejects(check(), /older version of scriptorium: start this version of the service/)
    await add(NEWEST_MIGRATION)
  })

  test('deletes files without a row, and incomplete derived files', async () => {
    const stray = randomUUID()
    writeFileSync(pathOf(stray), 'stray')
    const { file: derived } = await opened.dialect.db
      .selectFrom('derived_files')
      .select('file')
      .limit(1)
      .executeTakeFirstOrThrow()
    unlinkSync(pathOf(derived))
    const found = await check()
    assert.deepEqual(found.map((one) => one.check).toSorted(), ['derived_files', 'files'])
    assert.ok(found.every(({ isRepairable }) => isRepairable))
    await check(opened.dialect)
    assert.deepEqual(await check(), [])
    assert.equal(await files.size(stray), null)
  })

  test('does not report what another process is changing', async () => {
    const task: BusyTask = {
      place: opened.place,
      accounts: ['default', 'other'],
      jobs: BUSY_JOBS,
      atOnce: 4,
      seed: 3,
    }
    const writer = spawn(process.execPath, [BUSY_STORE, JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const exited = once(writer, 'exit')
    do assert.deepEqual(await check(), [])
    while (writer.exitCode === null && writer.signalCode === null)
    assert.deepEqual(await exited, [0, null])
    assert.deepEqual(await check(), [])
  })

  test('reports lost and truncated audio, which it cannot repair', async () => {
    const [lost = '', shortened = ''] = audio
    unlinkSync(pathOf(lost))
    truncateSync(pathOf(shortened), 1)
    for (const repair of [null, opened.dialect]) {
      const found = await check(repair)
      assert.deepEqual(
        found
          .map(({ fault, isRepaired, isRepairable }) => ({ fault, isRepaired, isRepairable }))
          .toSorted((a, b) => a.fault.localeCompare(b.fault)),
        [
          {
            fault: `${shortened} has 1 bytes instead of 9`,
            isRepaired: false,
            isRepairable: false,
          },
          { fault: `the bytes of ${lost} are lost`, isRepaired: false, isRepairable: false },
        ].toSorted((a, b) => a.fault.localeCompare(b.fault)),
      )
    }
  })
})

/** Jobs with audio, metadata, transcripts and revisions, some deleted and some in the trash, unfinished ones, one that is transcribed again and one that was, and a live session; a member. @returns the files of jobs that are done */
async function fill({ store, account }: OpenStore, files: DiskAudioFiles): Promise<string[]> {
  await store.nodes.register(
    { id: NODE, roles: ['serve'], version: '0', models: {}, host: 'here', pid: 1 },
    60_000,
    null,
  )
  const uploads = new Uploads(files, store.uploads, NODE)
  const receive = async (text: string) =>
    uploads.receive(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 })
  const audio: string[] = []
  const done: string[] = []
  for (let n = 1; n <= 9; n++) {
    const { id, size } = await receive('the audio')
    const file = { id, size, filename: 'a.wav', extension: 'wav', source: null, duration: 1.5, channels: 1 }
    await store.files.add(account, file)
    const job = await store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: { plan: n % 2 === 0 ? 'free' : 'pro', tags: ['a', { n: n % 3 }] },
      requestParams: requestParams('pre-recorded'),
      fileId: id,
    })
    await store.jobs.setDetails(
      account,
      job.id,
      { tags: n % 2 === 0 ? ['even', 'plan'] : ['plan'] },
      OPERATOR,
    )
    if (n === 9) break
    const full_transcript = `the words of job number ${n}`
    const result = { transcription: { full_transcript, languages: [], utterances: [] } } as never
    await store.work.finish(job.id, { status: 'done', result })
    if (n === 3 || n === 8) {
      assert.equal(await store.jobs.trash(account, job.id, null), 'trashed')
    } else if (n === 2 || n === 7) {
      const deleted = await store.jobs.delete(account, job.id, null)
      const { removedFiles } = deleted as { removedFiles: string[] }
      for (const removed of removedFiles) await uploads.remove(removed)
    } else {
      audio.push(id)
      done.push(job.id)
    }
    if (n === 1) {
      const [playback, peaks] = [await receive('playback'), await receive('peaks')]
      assert.ok(await store.files.addDerived(account, id, { playback: playback.id, peaks: peaks.id }))
    }
  }
  const [ready = '', waiting = ''] = done
  const requested = { options: retranscriptionRequest.parse({}), by: OPERATOR, trace: null }
  for (const id of [ready, waiting])
    assert.equal(await store.retranscriptions.request(account, id, requested), null)
  const transcription = { full_transcript: 'other words', languages: [], utterances: [] }
  await store.work.finish(ready, { status: 'done', result: { transcription } as never })
  await store.live.begin(account, { customMetadata: null, params: {} as never, key: null }, 'hash')
  const invitation = {
    role: 'viewer',
    email: null,
    createdBy: OPERATOR,
    expiresAt: Date.now() + 60_000,
  } as const
  const { token } = await store.invitations.create(account, invitation)
  const member = await store.invitations.accept(token, { name: 'Anna' })
  await store.consoleSessions.begin({ account, key: null, user: member?.user ?? '' }, 'browser')
  return audio
}
