import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pino } from 'pino'
import type { StoredFile } from '../jobs/stored-file.ts'
import { endJob, type EndingParts } from './ending.ts'
import { Endings } from './endings.ts'

suite('the end of a session', () => {
  test('in error does not need its audio, which may be lost', async () => {
    const files: (StoredFile | null)[] = []
    const lost = Object.assign(new Error('no such file'), { code: 'ENOENT' })
    const parts = {
      jobId: 'a',
      account: 1,
      node: 'b',
      endings: new Endings(),
      audio: { file: async () => Promise.reject(lost) },
      store: { finish: async (...[, , , file]: unknown[]) => files.push(file as StoredFile | null) > 0 },
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    } as unknown as EndingParts
    await endJob(parts, { status: 'error', code: 500, message: 'failed' })
    assert.deepEqual(files, [null])
  })
})
