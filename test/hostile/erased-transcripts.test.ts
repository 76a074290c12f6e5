/** No file of the data folder contains the words of a deleted job. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { OPERATOR } from '../../src/jobs/caller.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { changeBetween } from '../../src/transcripts/revised-transcript.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'

/** Without their first letters, which an index stores with the word before. */
const SECRETS = ['anzibarquux', 'ylophonist', 'ecret-plan', 'essage-for-nobody', 'orrectionist'] as const
const [FIRST, SECOND, PLAN, MESSAGE, CORRECTED] = SECRETS

suite('a deleted job', () => {
  test('leaves none of its words in the files of SQLite', async () => {
    const dataDir = temporaryFolder()
    const filesWith = (word: string | Buffer) =>
      readdirSync(dataDir).filter((file) => readFileSync(join(dataDir, file)).includes(word))
    await withDialect({ dataDir, databaseUrl: null }, async (dialect) => {
      const store = await openTestStore(dialect)
      const account = await store.accounts.ensure('default')
      const ids: string[] = []
      const secrets: (string | Buffer)[] = [...SECRETS]
      for (let i = 0; i < 60; i++) {
        const isSecret = i === 30
        const callback_config = {
          url: `https://example.com/${isSecret ? `m${MESSAGE}` : ''}`,
          method: 'POST',
        }
        const customMetadata = { plan: isSecret ? `s${PLAN}` : 'free' }
        const requestParams = { callback: true, callback_config }
        const job = { kind: 'pre-recorded', customMetadata, requestParams, fileId: null } as const
        const { id } = await store.jobs.create(account, job)
        const full_transcript = isSecret ? `z${FIRST} x${SECOND} `.repeat(2_000) : `hello number${i}`
        const result = { transcription: { full_transcript, languages: [], utterances: [] } } as never
        await store.work.finish(id, { status: 'done', result })
        if (isSecret) {
          const before = { full_transcript, languages: [], utterances: [] }
          const text = `c${CORRECTED}`
          const after = { ...before, full_transcript: text, utterances: [{ text }] } as never
          const change = changeBetween(before, after)
          await store.transcripts.add(account, id, { from: 0, ...change, changes: 1, by: OPERATOR })
          secrets.push(Buffer.from(change.transcription))
        }
        ids.push(id)
      }
      for (const secret of secrets) assert.notDeepEqual(filesWith(secret), [])
      assert.deepEqual(await store.jobs.delete(account, ids[30] ?? '', null), { removedFiles: [] })
      await dialect.eraseDeleted()
      for (const secret of secrets) assert.deepEqual(filesWith(secret), [], String(secret))
      for (const id of ids) await store.jobs.delete(account, id, null)
    })
  })
})
