/** `scriptorium watch` is killed: nothing is half-written, lost or done twice. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { appendFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JobPage } from '../../src/contract/job.ts'
import { Client } from '../support/client.ts'
import { runService } from '../support/running-service.ts'
import { SAMPLE } from '../support/sample.ts'
import { until } from '../support/until.ts'
import { folders, outputs, recorded, watch } from '../support/watching.ts'

const isDone = (out: string): boolean => recorded(out).at(-1)?.status === 'done'

test('a watched folder continues after a kill with the job that the server has', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const place = folders()
  const { folder, out } = place
  await writeFile(join(folder, 'killed.wav'), SAMPLE)
  const first = watch(t, place, service)
  await until(() => recorded(out).some(({ job }) => job !== undefined))
  await first.end('SIGKILL')
  // As if the kill had cut a line.
  await appendFile(join(out, '.scriptorium', 'watch.jsonl'), '{"digest":"ab')
  await rename(join(folder, 'killed.wav'), join(folder, 'renamed.wav'))
  watch(t, place, service)
  await until(() => isDone(out))
  const { body } = await (await Client.of(service)).get<JobPage>('/v2/jobs')
  assert.deepEqual(
    body.items.map(({ file }) => file?.filename),
    ['killed.wav'],
  )
  assert.deepEqual(outputs(out), ['killed.txt'])
  assert.match(readFileSync(join(out, 'killed.txt'), 'utf8'), /^Welcome to scriptorium.* find it again\.$/i)
})

test('a watched folder is transcribed again on this machine after a kill, and nothing is half-written', async (t) => {
  const place = folders()
  const { folder, out } = place
  await writeFile(join(folder, 'welcome.wav'), SAMPLE)
  const first = watch(t, place, null)
  await until(() => recorded(out).length === 1)
  await first.end('SIGKILL')
  assert.deepEqual(outputs(out), [])
  const second = watch(t, place, null, '--format', 'txt,srt')
  await until(() => isDone(out))
  assert.deepEqual(outputs(out), ['welcome.srt', 'welcome.txt'])
  assert.match(
    readFileSync(join(out, 'welcome.txt'), 'utf8'),
    /^Welcome to scriptorium.* find it again\.\n$/i,
  )
  assert.equal(await second.end('SIGTERM'), 143)
})
