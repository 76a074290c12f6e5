/** A trial may end its process; the service must survive that, and say why. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { descendantsOf } from '../../test/support/process-table.ts'
import { until } from '../../test/support/until.ts'
import type { ModelDescription } from '../models/pulled/model-description.ts'
import { pulledModel, RECEIPT } from '../models/pulled/pulled-model.ts'
import { described, labellingModel } from '../models/text/testing/tiny-models.ts'
import { whisperDescription, whisperFiles } from '../speech/testing/pulled-whisper.ts'
import { tryInProcess } from './trial.ts'

const root = mkdtempSync(join(tmpdir(), 'scriptorium-trial-'))
after(() => rmSync(root, { recursive: true }))

/** A model in its folder. */
async function installed(model: ModelDescription, files: Readonly<Record<string, Buffer>>) {
  const folder = join(root, model.name)
  mkdirSync(folder)
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, basename(name)), bytes)
  writeFileSync(join(folder, RECEIPT), JSON.stringify(model))
  return (await pulledModel(folder)) ?? assert.fail('no model')
}

const whisper = async (name: string) => {
  const files = await whisperFiles()
  return installed({ ...whisperDescription('http://localhost', files, ['es']), name }, files)
}

suite('the trial of a model', () => {
  test('measures its memory and time', async () => {
    const { peakBytes, secondsPerSecond } = await tryInProcess(await whisper('recognises'), 'cpu')
    assert.ok(peakBytes > 100e6 && peakBytes < 2e9, `${peakBytes} bytes`)
    assert.ok(secondsPerSecond !== null && secondsPerSecond > 0)
    const files = labellingModel({ of: 'texts', labels: ['negative'], words: {} })
    const model = described(files, { name: 'moods', purpose: 'sentiment', labels: { negative: 'negative' } })
    assert.equal((await tryInProcess(await installed(model, files), 'cpu')).secondsPerSecond, null)
  })

  test('says on one line why a model cannot be used', async () => {
    const files = { config: Buffer.from('{}'), tokenizer: Buffer.from('{}'), model: Buffer.from('no model') }
    const model = described(files, { name: 'junk', purpose: 'sentiment', labels: { good: 'positive' } })
    await assert.rejects(tryInProcess(await installed(model, files), 'cpu'), ({ message }: Error) => {
      assert.match(message, /^[^\n]+$/)
      assert.doesNotMatch(message, /\s+at /)
      return true
    })
  })

  test(
    'says so if its process is killed, as when memory runs out',
    { skip: process.platform !== 'linux' },
    async () => {
      const trial = tryInProcess(await whisper('killed'), 'cpu')
      const outcome = assert.rejects(
        trial,
        /^Error: its trial was ended by SIGKILL \(9\): it probably took more memory than/,
      )
      const [child] = await until(
        () => descendantsOf(process.pid),
        ({ length }) => length > 0,
      )
      process.kill(child!.pid, 'SIGKILL')
      await outcome
    },
  )

  test('ends when it takes too long', async () => {
    await assert.rejects(
      tryInProcess(await whisper('hangs'), 'cpu', { limitMinutes: 0.001 }),
      /^Error: its trial has not ended in 0\.001 minutes$/,
    )
  })
})
